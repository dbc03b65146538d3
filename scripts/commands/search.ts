import { rebuild } from '#content/search/server/jobs.ts';
import { type Command, siteCommand } from './command.ts';

/** The search index. */
export const searchCommands: readonly Command[] = [
  siteCommand({
    name: 'search rebuild',
    about:
      'Writes the search index again, in batches, while the site is used. An update that needs it does it by itself.',
    parameters: {},
    options: {},
    async run(ctx) {
      const things = await rebuild(ctx);
      return { data: { things }, text: `The index has ${things} posts, members and other things again.` };
    },
  }),
];
