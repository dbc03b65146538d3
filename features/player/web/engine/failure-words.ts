import type { PlayerState } from './state.ts';

/** The message when playback fails; null when nothing is wrong. */
export function failureText({ failure, status }: Pick<PlayerState, 'failure' | 'status'>): string | null {
  switch (failure) {
    case 'network':
      return status === 'failed' ? 'The connection is lost.' : 'The connection is lost. Trying again.';
    case 'gone':
      return 'This track is not available any more.';
    case 'unplayable':
      return 'Your browser cannot play this file.';
    case null:
      return null;
  }
}
