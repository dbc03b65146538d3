import { queryOptions } from '@tanstack/react-query';
import type { ProfileSettings } from '#contract/customization.ts';
import type { Call } from '#web/lib/call.ts';

/** A file that is being examined has no address yet: until then it is asked for again. */
const ASK_AGAIN_MS = 1500;

const isExamined = ({ files }: ProfileSettings): boolean =>
  [files.image, files.video, files.audio, files.cursor].every((file) => file === null || file.url !== null);

/** All sections of the own profile, and what may be chosen. */
export const profileSettingsQuery = (call: Call) =>
  queryOptions({
    queryKey: ['profile-settings'],
    queryFn: () => call('GET /profile-settings'),
    refetchInterval: (query) => (query.state.data && !isExamined(query.state.data) ? ASK_AGAIN_MS : false),
  });
