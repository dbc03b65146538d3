import { createFileRoute, redirect } from '@tanstack/react-router';
import { AuthPage, type AuthSearch } from '#web/features/accounts/auth-page.tsx';
import { sessionQuery } from '#web/features/accounts/queries.ts';
import { privateHead } from '#web/lib/private-head.ts';

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= 2000 ? value : undefined;

const modes = ['verify', 'reset', 'undo-email'] as const;

export const Route = createFileRoute('/auth')({
  validateSearch: (search: Record<string, unknown>): AuthSearch => ({
    mode: modes.find((mode) => mode === search['mode']),
    token: text(search['token']),
    setup: text(search['setup']),
    invitation: text(search['invitation']),
    step: search['step'] === 'two-factor' ? 'two-factor' : undefined,
    error: text(search['error']),
  }),
  // Who is signed in has no use for the forms; links of mails and the second step have their own end.
  async beforeLoad({ context, search: { mode, setup, step, error } }) {
    if ([mode, setup, step, error].some((part) => part !== undefined)) return;
    const { viewer } = await context.queryClient.ensureQueryData(sessionQuery(context.call));
    if (viewer) throw redirect({ to: '/' });
  },
  // A token in the address must not travel on in a referrer or an index.
  head: privateHead('Sign In', { name: 'referrer', content: 'no-referrer' }),
  component: function Auth() {
    const search = Route.useSearch();
    // Another link is another start: its tab and step are its own.
    return <AuthPage key={JSON.stringify(search)} search={search} />;
  },
});
