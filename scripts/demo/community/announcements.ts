import type { AnnouncementType } from '#contract/limits/announcements.ts';
import { newId } from '#server/platform/ids.ts';
import { DAY, HOUR, MINUTE } from '#scripts/demo/rhythm.ts';
import type { Action } from '#scripts/demo/demo-site.ts';

interface Announcement {
  readonly by: string;
  readonly daysAgo: number;
  readonly title: string;
  readonly content: string;
  readonly type: AnnouncementType;
  readonly priority: number;
  readonly isPinned?: boolean;
  /** From now on. */
  readonly daysLeft?: number;
}

const announcements: readonly Announcement[] = [
  {
    by: 'ada',
    daysAgo: 58,
    title: 'How this place works',
    content:
      'Be kind, be specific, and say what you listened on.\n\n- Timed comments help more than stars.\n- Samples need a source. "I found it" is not one.\n- Nobody here is a beginner twice: answer as you would have liked to be answered.\n\nStaff are @ada, @renata_cuts and @oskar_fold. Report what should not be here; a person reads every report.',
    type: 'general',
    priority: 3,
    isPinned: true,
  },
  {
    by: 'oskar_fold',
    daysAgo: 33,
    title: 'Sunday challenges have prizes now',
    content:
      'Two of those who take part each Sunday get 120 credits. There is no jury, only luck: finish something, share it before midnight (UTC), and you are in the hat.\n\nThe next theme stands in the forum on Friday.',
    type: 'feature',
    priority: 2,
  },
  {
    by: 'renata_cuts',
    daysAgo: 12,
    title: 'Timed comments, and versions of a track',
    content:
      'Two things that you have asked for:\n\n1. Press a place in the waveform and write: your comment stays at that moment. The author can mark it **needs work** or **resolved**.\n2. Authors exchange the sound of a track. Its address, likes and comments stay, and the author can compare both versions at the same loudness.',
    type: 'feature',
    priority: 3,
  },
  {
    by: 'ada',
    daysAgo: 2,
    title: 'Somebody writes in our name',
    content:
      'A few of you got mail that asks for your password "to keep your rank". It is not from us. Staff never ask for a password, by mail or anywhere else. If you have answered one, change your password and sign out everywhere in the settings.',
    type: 'urgent',
    priority: 5,
  },
  {
    by: 'ada',
    daysAgo: 0.4,
    title: 'Ten quiet minutes on Thursday at 05:00 UTC',
    content:
      'The disk gets a bigger sibling. The site will be away for about ten minutes; uploads that run then go on afterwards by themselves.',
    type: 'maintenance',
    priority: 4,
    daysLeft: 5,
  },
];

/** The announcements of staff; one is pinned, one has an end. */
export function announcing(now: number): Action[] {
  return announcements.flatMap(({ by, daysAgo, isPinned, daysLeft, ...words }) => {
    const at = now - daysAgo * DAY;
    const expiresAt = daysLeft === undefined ? null : new Date(now + daysLeft * DAY + HOUR).toISOString();
    let made = { id: '', version: 0 };
    const actions: Action[] = [
      {
        at,
        run: async (demo) => {
          const body = { ...words, expiresAt, submitId: newId(demo.ctx.clock.now()) };
          made = await demo.call('POST /announcements', { body }, by);
        },
      },
    ];
    if (isPinned) {
      actions.push({
        at: at + MINUTE,
        run: (demo) =>
          demo.call(
            'PATCH /announcements/:announcementId',
            { params: { announcementId: made.id }, body: { isPinned: true, baseVersion: made.version } },
            by,
          ),
      });
    }
    return actions;
  });
}
