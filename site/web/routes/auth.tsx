import { createFileRoute, redirect } from '@tanstack/react-router';
import { AuthPage, type AuthSearch } from '#people/accounts/web/auth-page.tsx';
import { partyLink } from '#people/accounts/web/party-link.ts';
import { sessionQuery } from '#people/accounts/web/queries.ts';
import { partyHead } from '#features/parties/web/head.ts';
import { type HeadSite, pageHead } from '#platform/web/lib/page/page-head.ts';

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= 2000 ? value : undefined;

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const modes = ['verify', 'reset', 'undo-email', 'sign-up', 'sent'] as const;
/** Pages of visitors alone. */
const isForm = (mode: AuthSearch['mode']): boolean => mode === undefined || mode === 'sign-up' || mode === 'sent';

/** What a page of its own is called; the others are Sign In. */
const titles: Partial<Record<NonNullable<AuthSearch['mode']>, string>> = {
  'sign-up': 'Sign Up',
  sent: 'Check your mail',
};

/** Of all that the address may say nothing is in the preview that is shown where it is shared. */
const signInHead = (site: HeadSite, mode: AuthSearch['mode']) =>
  pageHead(site, {
    path: '/auth',
    title: (mode && titles[mode]) ?? 'Sign In',
    description: `Sign in to ${site.name}, or become a member.`,
    isUnlisted: true,
  });

export const Route = createFileRoute('/auth')({
  validateSearch: (search: Record<string, unknown>): AuthSearch => ({
    mode: modes.find((mode) => mode === search['mode']),
    token: text(search['token']),
    setup: text(search['setup']),
    invitation: text(search['invitation']),
    step: search['step'] === 'two-factor' ? 'two-factor' : undefined,
    error: text(search['error']),
    party: id.test(String(search['party'])) ? String(search['party']) : undefined,
  }),
  // Who is signed in has no use for the forms; links of mails and the second step have their own end.
  async beforeLoad({ context, search: { mode, setup, step, error, party } }) {
    if (!isForm(mode) || [setup, step, error].some((part) => part !== undefined)) return;
    const { viewer } = await context.queryClient.ensureQueryData(sessionQuery(context.call));
    if (viewer) throw redirect(partyLink(party));
  },
  loaderDeps: ({ search: { party, mode } }) => ({ party, mode }),
  async loader({ context: { queryClient, call }, deps: { party: partyId, mode } }) {
    const [{ site }, party] = await Promise.all([
      queryClient.ensureQueryData(sessionQuery(call)),
      // One that is not there, or not for everybody: the page is as without it.
      partyId === undefined ? null : call('GET /parties/:partyId/card', { params: { partyId } }).catch(() => null),
    ]);
    const invites = party && { name: party.name, host: party.host.displayName };
    return { invites, head: party ? partyHead(site, party, `Sign In · ${site.name}`) : signInHead(site, mode) };
  },
  // A token in the address must not travel on in a referrer or an index.
  head: ({ loaderData: data }) => ({
    ...data?.head,
    meta: [...(data?.head.meta ?? []), { name: 'referrer', content: 'no-referrer' }],
  }),
  component: function Auth() {
    const search = Route.useSearch();
    // Another link is another start: its tab and step are its own.
    return <AuthPage invites={Route.useLoaderData().invites} key={JSON.stringify(search)} search={search} />;
  },
});
