import { type ComponentType, lazy } from 'react';
import type { Viewer } from '#people/accounts/contract/endpoints.ts';

interface Notices {
  readonly StandingNotice: ComponentType<{ viewer: Viewer }>;
  readonly ReadOnlyNotice: ComponentType<{ isStaff: boolean }>;
}

const load = (): Promise<Notices> => import('#people/accounts/web/standing-notice.tsx');

/** Few readers ever see one: the browser loads their code only then. */
const notices: { at: Notices } = {
  at: {
    StandingNotice: lazy(async () => ({ default: (await load()).StandingNotice })),
    ReadOnlyNotice: lazy(async () => ({ default: (await load()).ReadOnlyNotice })),
  },
};

/** The server renders them at once: it has their code from its start. */
export function renderNoticesAtOnce(own: Notices): void {
  notices.at = own;
}

/** Above every page of a member who may not write. */
export function StandingNotice({ viewer }: { viewer: Viewer }) {
  return <notices.at.StandingNotice viewer={viewer} />;
}

/** Above every page while nothing can be saved. */
export function ReadOnlyNotice({ isStaff }: { isStaff: boolean }) {
  return <notices.at.ReadOnlyNotice isStaff={isStaff} />;
}

/** Whether `StandingNotice` has something to say. */
export const hasStandingNotice = (viewer: Viewer): boolean =>
  viewer.twoFactorMissing ||
  viewer.suspendedUntil !== null ||
  !viewer.verified ||
  viewer.silencedUntil !== null ||
  viewer.legalPending;
