import { createFileRoute } from '@tanstack/react-router';
import { AuthPage, type AuthSearch } from '#web/features/accounts/auth-page.tsx';
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
  // A token in the address must not travel on in a referrer or an index.
  head: privateHead('Sign In', { name: 'referrer', content: 'no-referrer' }),
  component: function Auth() {
    return <AuthPage search={Route.useSearch()} />;
  },
});
