import type { ProviderName } from '#platform/server/config.ts';
import type { Context } from '#platform/server/context.ts';
import type { Caller, DocumentReply, WebDocument } from '#platform/server/http/route.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { authOf } from './auth.ts';
import { SecondFactorNeeded } from './second-factor-check.ts';
import { cookieNameOf } from '#people/accounts/server/sessions/cookies.ts';
import { headersOf, passCookies } from './library-call.ts';
import { rememberDevice } from '#people/accounts/server/sessions/devices.ts';
import { noteSignIn } from '#people/accounts/server/security-log.ts';
import { startChallenge } from './second-factor.ts';
import { resolveViewer } from '#people/accounts/server/sessions/session-reader.ts';
import { userById } from '#people/accounts/server/store.ts';

/**
 * Signing in with an outside provider.
 *
 * The rule of linking: an outside account that is known here signs its member in. An unknown one whose address belongs
 * to an account here is linked to it only if the provider says that the address is verified *and* it is verified here.
 * Otherwise nothing is linked: an unverified word of a provider takes over no account, and an account that somebody
 * registered with a foreign address does not swallow its owner's sign-in. An unknown address makes a new account,
 * verified if the provider says so; else it has to be verified by our own link.
 */

/** The sign-in page, of the party that is entered afterwards where there is one. */
function signInPage(ctx: Context, party: string | undefined, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ ...(party !== undefined && { party }), ...more });
  return `${ctx.siteUrl}/auth${query.size > 0 ? `?${query.toString()}` : ''}`;
}

/**
 * Starts at a provider. @returns the address that the browser goes to. @throws {Refusal} provider_off
 * @param party id of the party that is entered afterwards; stored with the state of the sign-in, not in an address
 */
export async function startSocial(
  ctx: Context,
  provider: ProviderName,
  party: string | undefined,
  caller: Caller,
): Promise<string> {
  if (!ctx.config.providers[provider]) throw new Refusal('provider_off');
  const { response, headers } = await authOf(ctx).api.signInSocial({
    body: {
      provider,
      callbackURL: `${ctx.siteUrl}/${party === undefined ? '' : `listening-party/${party}`}`,
      errorCallbackURL: signInPage(ctx, party),
      additionalData: { party },
      disableRedirect: true,
    },
    headers: headersOf(caller),
    returnHeaders: true,
  });
  if (!response.url) throw new Refusal('provider_off');
  passCookies(caller, headers);
  return response.url;
}

/** The party of a sign-in that has been started. The library forgets the state once it has read it. */
async function partyOf(ctx: Context, state: string | null): Promise<string | undefined> {
  if (state === null) return undefined;
  const { internalAdapter } = await authOf(ctx).$context;
  const stored = await internalAdapter.findVerificationValue(`auth-state:${state}`);
  return stored ? (JSON.parse(stored.value) as { party?: string }).party : undefined;
}

/** The device has signed in, where the provider's answer has opened a session. */
async function rememberSignIn(ctx: Context, caller: Caller, lines: readonly string[]): Promise<void> {
  const name = `${cookieNameOf(ctx, 'session_token')}=`;
  const line = lines.findLast((candidate) => candidate.startsWith(name));
  const viewer = line === undefined ? null : await resolveViewer(ctx, line.split(';', 1)[0]!);
  const user = viewer && (await userById(ctx.db, viewer.userId));
  if (!user) return;
  await noteSignIn(ctx, caller, user.id, 'provider');
  rememberDevice(ctx, caller, { mailbox: user.email, sign_in: user.id });
}

function redirect(location: string): DocumentReply {
  return {
    status: 302,
    contentType: 'text/plain; charset=utf-8',
    body: '',
    headers: { location, 'cache-control': 'no-store' },
  };
}

/** Where a provider sends the browser back to: sets the session's cookie and goes on to the site. */
export const socialCallback: WebDocument = {
  method: 'GET',
  path: '/api/v1/auth/callback/:provider',
  access: 'public',
  summary: 'The way back from an outside sign-in provider.',
  async handle(ctx, { caller, url, params }) {
    const provider = params['provider'] as ProviderName;
    if (!ctx.config.providers[provider]) throw new Refusal('not_found');
    const party = await partyOf(ctx, url.searchParams.get('state'));
    try {
      const answer = await authOf(ctx).api.callbackOAuth({
        method: 'GET',
        params: { id: provider },
        query: Object.fromEntries(url.searchParams),
        headers: headersOf(caller, caller.cookie),
        asResponse: true,
      });
      await rememberSignIn(ctx, caller, passCookies(caller, answer.headers));
      const location = answer.headers.get('location');
      // What better-auth could not make sense of is a failed sign-in, not an error page of its own.
      return redirect(
        location && new URL(location, ctx.siteUrl).origin === ctx.siteUrl
          ? location
          : signInPage(ctx, party, { error: 'social' }),
      );
    } catch (error) {
      if (!(error instanceof SecondFactorNeeded)) throw error;
      await startChallenge(ctx, error.userId, caller);
      return redirect(signInPage(ctx, party, { step: 'two-factor' }));
    }
  },
};
