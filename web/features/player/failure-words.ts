import type { PlayerState } from './player.ts';

/** What is said when no sound comes. */
export const failureWords: Readonly<Record<NonNullable<PlayerState['failure']>, string>> = {
  network: 'The connection is lost. Trying again.',
  gone: 'This track is not available any more.',
  unplayable: 'Your browser cannot play this file.',
};
