import type { SocialProviders } from 'better-auth/social-providers';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import type { Config, ProviderName } from '#platform/server/config.ts';

/** The outside providers that are set up, with their real addresses. */
export function socialProviders(config: Config): SocialProviders {
  const { discord, google, spotify } = config.providers;
  return {
    // Without a prompt Discord would sign in whoever is signed in there, silently.
    ...(discord && { discord: { ...discord, prompt: 'consent' as const } }),
    ...(google && { google: { ...google, prompt: 'select_account' as const } }),
    ...(spotify && { spotify }),
  };
}

/**
 * For tests: the same providers, their addresses at the local stand-in (`testing/social-stand-in.ts`). As the real
 * one, the stand-in's Spotify never says that an address is verified.
 */
export function standInProviders(config: Config): ReturnType<typeof genericOAuth>[] {
  const base = config.socialStandInUrl;
  if (!base) return [];
  const names = Object.keys(config.providers) as ProviderName[];
  return [
    genericOAuth({
      config: names.map((providerId) => ({
        providerId,
        clientId: config.providers[providerId]!.clientId,
        clientSecret: config.providers[providerId]!.clientSecret,
        authorizationUrl: `${base}/${providerId}/authorize`,
        tokenUrl: `${base}/${providerId}/token`,
        userInfoUrl: `${base}/${providerId}/user`,
        accountSubject: ({ profile }) => String(profile.id),
        scopes: ['email'],
        pkce: true,
        ...(providerId === 'spotify' && { mapProfileToUser: () => ({ emailVerified: false }) }),
      })),
    }),
  ];
}
