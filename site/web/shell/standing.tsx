import { type ComponentType, lazy } from 'react';
import type { Session, Viewer } from '#people/accounts/contract/endpoints.ts';

interface ReadOnlyProps {
  readOnly: NonNullable<Session['site']['readOnly']>;
  isStaff: boolean;
}

interface Notices {
  readonly StandingNotice: ComponentType<{ viewer: Viewer }>;
  readonly ReadOnlyNotice: ComponentType<ReadOnlyProps>;
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
export function ReadOnlyNotice(props: ReadOnlyProps) {
  return <notices.at.ReadOnlyNotice {...props} />;
}

/** Whether `StandingNotice` has something to say. */
export const hasStandingNotice = (viewer: Viewer): boolean =>
  viewer.twoFactorMissing ||
  viewer.suspendedUntil !== null ||
  !viewer.verified ||
  viewer.silencedUntil !== null ||
  viewer.legalPending;
