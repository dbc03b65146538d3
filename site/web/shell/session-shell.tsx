import { useLocation, useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect } from 'react';
import type { SiteParts } from '#platform/web/lib/page/shown-parts.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { onSignedOut } from '#platform/web/lib/socket/socket.ts';
import { startServiceWorker } from '#platform/web/lib/service-worker.ts';
import { useLive } from '#platform/web/lib/socket/use-live.ts';
import { latePart } from '#platform/web/ui/late-part.tsx';
import { Layout } from './layout.tsx';
import { NotFound } from './not-found.tsx';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { AuthProvider, useAuth } from '#people/accounts/web/auth-context.tsx';
import { ReadOnlyNotice, StandingNotice, hasStandingNotice } from './standing.tsx';
import type { RankCelebrationProps } from './rank/rank-celebration.tsx';
import { useRankReached } from './rank/rank-reached.ts';

const RankCelebration = latePart<RankCelebrationProps>(() => import('./rank/rank-celebration.tsx'), {
  name: 'The celebration',
  notice: 'float',
});

/** Whether a page belongs to a part of the site that is switched off. */
export const isSwitchedOff = (parts: SiteParts | undefined, pathname: string): boolean | undefined =>
  parts?.off.some((path) => `${pathname}/`.startsWith(path));

/** The frame of every page, with the session in it. */
export function SessionShell({ children }: { children: ReactNode }) {
  return (
    <AuthProvider>
      <Frame>{children}</Frame>
    </AuthProvider>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const call = useCall();
  const auth = useAuth();
  const router = useRouter();
  const isOff = isSwitchedOff(auth.site.sections, useLocation({ select: ({ pathname }) => pathname }));
  const profileId = auth.viewer?.id ?? null;
  const { announce } = auth;
  const [reached, dismiss] = useRankReached(profileId);

  // A session that was ended elsewhere is known here without a reload.
  useLive(
    profileId === null ? null : `viewer:${profileId}`,
    { session: () => void announce('user updated') },
    {
      // What has changed since the page was asked for comes with the subscription.
      ...(auth.viewer && { after: auth.viewer.eventSeq }),
      onReset: () => void announce('user updated'),
      // It ended, or is another member's, since the page was asked for: this tab heard nothing of it.
      onRefused: () => void announce('signed out'),
    },
  );
  useEffect(
    () => (profileId === null ? undefined : onSignedOut(() => void announce('signed out'))),
    [profileId, announce],
  );

  // Members come back: visitors' browsers keep nothing of the site.
  useEffect(() => (profileId === null ? undefined : startServiceWorker()), [profileId]);

  const signOut = async () => {
    try {
      await call('POST /auth/sign-out');
      await announce('signed out');
      await router.navigate({ to: '/' });
    } catch (error) {
      failureToast(error);
    }
  };

  return (
    <Layout logo={auth.site.logo} onSignOut={() => void signOut()} siteName={auth.site.name} viewer={auth.viewer}>
      {auth.site.readOnly && (
        <Suspense>
          <ReadOnlyNotice
            isStaff={auth.viewer?.isModerator === true || auth.viewer?.isAdmin === true}
            readOnly={auth.site.readOnly}
          />
        </Suspense>
      )}
      {auth.viewer && hasStandingNotice(auth.viewer) && (
        <Suspense>
          <StandingNotice viewer={auth.viewer} />
        </Suspense>
      )}
      {isOff ? <NotFound title={auth.site.sections!.closed} /> : children}
      {reached && <RankCelebration onDismiss={dismiss} onGiveUp={dismiss} rank={reached} />}
    </Layout>
  );
}
