/** The signed-in member, as every request sees them: one row, read once a request. */
export interface Viewer {
  readonly profileId: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly username: string;
  readonly displayName: string;
  readonly avatarUrl: string | null;
  readonly customRole: string | null;
  readonly isAdmin: boolean;
  readonly isModerator: boolean;
  /** Staff who must set up two-factor sign-in first (`STAFF_TWO_FACTOR`): until then they count as nobody of the staff. */
  readonly twoFactorMissing: boolean;
  readonly verified: boolean;
  readonly adult: boolean;
  /** Blocks somebody, or is blocked: what they read is asked for with blocks in mind. */
  readonly hasBlocks: boolean;
  /** Signed up while many did with addresses of one mail host. */
  readonly joinedInBurst: boolean;
  readonly xp: number;
  readonly credits: number;
  readonly createdAt: Date;
  /** In force at the time of the request; a far date means "without end". */
  readonly suspendedUntil: Date | null;
  readonly silencedUntil: Date | null;
  /** Has not accepted the newest terms: may read, and write nothing that others read. */
  readonly legalPending: boolean;
  /** Number of the last event of the member's own topic, read with this row: later events have what is not in it. */
  readonly eventSeq: number;
}

/** Moderators and admins. */
export function isStaff(viewer: Pick<Viewer, 'isAdmin' | 'isModerator'> | null): boolean {
  return viewer !== null && (viewer.isAdmin || viewer.isModerator);
}
