import { isPlaceName, placeNames } from '#features/customization/server/files.ts';
import { switchDecoration } from '#features/customization/server/actions.ts';
import { chooseFile } from '#features/customization/server/files.ts';
import { allDecorations } from '#features/customization/server/store.ts';
import { audit } from '#content/moderation/server/store.ts';
import { type Command, CommandError, UsageError, type Value, siteCommand } from './command.ts';
import { table } from './output.ts';
import { member, text } from './values.ts';
import { memberNamed } from './who.ts';

const key = text('KEY', 'Of the list.', 40);

function switched(on: boolean): Command {
  return siteCommand({
    name: `decoration ${on ? 'activate' : 'deactivate'}`,
    about: on
      ? 'Lets members choose a decoration of avatars, and shows it on those who have it.'
      : 'Shows a decoration on nobody and offers it no more; who has it keeps it for later.',
    parameters: { key },
    options: {},
    async run(ctx, input) {
      const exists = await ctx.db.tx(async (tx) => {
        const changed = await switchDecoration(ctx, tx, input.key, on);
        if (changed)
          await audit(ctx, tx, null, {
            action: `decoration.${on ? 'activate' : 'deactivate'}`,
            targetKind: 'decoration',
            targetId: input.key,
            details: { before: { isActive: !on }, after: { isActive: on } },
          });
        return changed;
      });
      if (!exists) throw new CommandError(`There is no decoration "${input.key}".`);
      return { data: { key: input.key, isActive: on }, text: `${input.key} is ${on ? 'on' : 'off'}.` };
    },
  });
}

/** A place of a profile that holds a file. */
const place: Value<(typeof placeNames)[number]> = {
  shape: 'PLACE',
  about: `${placeNames.join(', ')}.`,
  read(typed) {
    if (!isPlaceName(typed)) throw new UsageError(`must be one of ${placeNames.join(', ')}`);
    return typed;
  },
};

/** Commands about what profiles are made of. */
export const profileCommands: readonly Command[] = [
  siteCommand({
    name: 'decoration list',
    about: 'The decorations of avatars.',
    parameters: {},
    options: {},
    async run(ctx) {
      const rows = await allDecorations(ctx.db);
      return {
        data: {
          items: rows.map(({ key: name, name: title, is_active }) => ({ key: name, name: title, isActive: is_active })),
        },
        text: table(
          ['key', 'name', 'active'],
          rows.map((row) => [row.key, row.name, row.is_active]),
        ),
      };
    },
  }),
  switched(true),
  switched(false),
  siteCommand({
    name: 'profile clear',
    about: 'Takes a picture, sound or video off a profile, for good.',
    parameters: { member, place },
    options: { reason: text('TEXT', 'For the audit log.') },
    async run(ctx, input) {
      const user = await memberNamed(ctx, input.member);
      await chooseFile(ctx, user.profileId, input.place, null);
      await ctx.db.tx((tx) =>
        audit(ctx, tx, null, {
          action: 'profile.clear',
          targetKind: 'profile',
          targetId: user.profileId,
          reason: input.reason ?? '',
          details: { before: { place: input.place }, after: null },
        }),
      );
      return {
        data: { username: user.username, place: input.place },
        text: `${user.username} has no ${input.place} any more.`,
      };
    },
  }),
];
