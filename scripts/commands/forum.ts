import { forum as contract } from '#features/forum/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { contentFacts } from '#content/core/server/facts.ts';
import { removeBy, restoreBy } from '#content/core/server/moderation.ts';
import type { ContentFacts, ContentType } from '#content/core/server/type.ts';
import { addCategory, changeCategory } from '#features/forum/server/categories/categories.ts';
import { categories } from '#features/forum/server/categories/categories-store.ts';
import { pinPost } from '#features/forum/server/list/pinning.ts';
import { posts } from '#features/forum/server/read.ts';
import { presentCategory } from '#features/forum/server/present.ts';
import { categoryLabel } from '#features/forum/server/rules.ts';
import { forumPost, postReply } from '#features/forum/server/types.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { type Command, CommandError, type Outcome, UsageError, siteCommand } from './command.ts';
import { listed, sheet } from './output.ts';
import { id, text, whole } from './values.ts';

const name = text('NAME', 'At most 40 characters.', 40);
const description = text('TEXT', 'At most 300 characters.', 300);
const order = whole('NUMBER', 'Place in the list, smaller first; 100 when not given.', 0, 10_000);
const category = text('CATEGORY', 'Slug, as the list shows it, or id.', 100);

/** @throws {CommandError} */
async function categoryNamed(ctx: Context, wanted: string) {
  const match = (await categories(ctx.db, { active: false })).find((row) => row.slug === wanted || row.id === wanted);
  if (!match) throw new CommandError(`There is no category "${wanted}". (The fixed ones cannot be changed.)`);
  return match;
}

function turned(on: boolean): Command {
  return siteCommand({
    name: `category ${on ? 'on' : 'off'}`,
    about: on ? 'Offers a category again.' : 'Switches a category off: nobody posts in it any more, its posts stay.',
    parameters: { category },
    options: {},
    async run(ctx, input) {
      const { id: categoryId } = await categoryNamed(ctx, input.category);
      const row = await changeCategory(ctx, null, categoryId, { isActive: on });
      return { data: presentCategory(row), text: `${row.name} is ${on ? 'on' : 'off'}.` };
    },
  });
}

const categoryCommands: readonly Command[] = [
  siteCommand({
    name: 'category list',
    about: 'The categories that staff added, switched off ones too.',
    parameters: {},
    options: {},
    async run(ctx) {
      const items = (await categories(ctx.db, { active: false })).map(presentCategory);
      return listed(
        { items },
        ['slug', 'name', 'order', 'on', 'description'],
        items.map((row) => [row.slug, row.name, row.sortOrder, row.isActive, row.description]),
        'None beside the fixed ones.',
      );
    },
  }),
  siteCommand({
    name: 'category add',
    about: 'Adds a category.',
    parameters: { name },
    options: { description, order },
    async run(ctx, input) {
      const body = contract['POST /staff/forum-categories'].body.parse({
        name: input.name,
        description: input.description,
        sortOrder: input.order,
      });
      const row = await addCategory(ctx, null, body);
      return { data: presentCategory(row), text: `${row.name} is there, as ${row.slug}.` };
    },
  }),
  siteCommand({
    name: 'category change',
    about: 'Renames a category, changes its description, or moves it. Its slug stays.',
    parameters: { category },
    options: { name, description, order },
    async run(ctx, input) {
      if (input.name === undefined && input.description === undefined && input.order === undefined)
        throw new UsageError('Say what to change: --name, --description or --order.');
      const { id: categoryId } = await categoryNamed(ctx, input.category);
      const row = await changeCategory(ctx, null, categoryId, {
        name: input.name,
        description: input.description,
        sortOrder: input.order,
      });
      return { data: presentCategory(row), text: `${row.name} (${row.slug}) is changed.` };
    },
  }),
  turned(false),
  turned(true),
];

const post = id('Of the post: the end of its address.');
const reply = id('Of the reply: the end of its address.');
const reason = text('TEXT', 'The author reads it.');

/** Does something to a content in one transaction. @throws {CommandError} */
async function withContent<Extra extends object>(
  ctx: Context,
  type: ContentType<Extra>,
  contentId: string,
  work: (tx: Tx, facts: ContentFacts & Extra) => Promise<string>,
): Promise<Outcome> {
  const said = await ctx.db.tx(async (tx) => {
    const facts = await contentFacts(tx, type, contentId, true);
    if (!facts) throw new CommandError(`There is no ${type.noun} ${contentId}.`);
    return await work(tx, facts);
  });
  const after = await contentFacts(ctx.db, type, contentId);
  const isPinned = after && 'isPinned' in after ? { isPinned: after.isPinned } : {};
  return { data: { id: contentId, state: after?.state, ...isPinned }, text: said };
}

function pinned(on: boolean): Command {
  return siteCommand({
    name: `post ${on ? 'pin' : 'unpin'}`,
    about: on ? 'Pins a post above the others.' : 'Unpins a post.',
    parameters: { post },
    options: {},
    run: (ctx, input) =>
      withContent(ctx, forumPost, input.post, async (tx, facts) => {
        if (facts.state !== 'published') throw new CommandError('Only a published post can be pinned.');
        await pinPost(ctx, tx, null, facts, on, null);
        return `"${facts.title}" is ${on ? 'pinned' : 'not pinned'}.`;
      }),
  });
}

const postCommands: readonly Command[] = [
  siteCommand({
    name: 'post show',
    about: 'One post with its text, whatever its state.',
    parameters: { post },
    options: {},
    async run(ctx, input) {
      const [row] = await posts.rows(ctx.db, [input.post], null);
      if (!row) throw new CommandError(`There is no post ${input.post}.`);
      const head = {
        id: row.id,
        address: `${ctx.siteUrl}/forum/post/${row.id}`,
        title: row.title,
        author: row.person_id === null ? null : row.person_username,
        category: categoryLabel(ctx, row.category_name, row.category_label),
        state: row.state,
        heldFor: row.hold_reasons,
        removedReason: row.removed_reason,
        isPinned: row.is_pinned,
        isAdult: row.is_adult,
        replies: row.reply_count,
        version: row.version,
        createdAt: row.created_at.toISOString(),
        editedAt: row.edited_at?.toISOString() ?? null,
      };
      return { data: { ...head, content: row.content }, text: `${sheet(head)}\n\n${row.content}` };
    },
  }),
  siteCommand({
    name: 'post remove',
    about: 'Removes a post with its replies; it can be restored for 30 days.',
    parameters: { post },
    options: { reason },
    run: (ctx, input) =>
      withContent(ctx, forumPost, input.post, async (tx, facts) =>
        (await removeBy(ctx, tx, null, forumPost, facts, input.reason ?? ''))
          ? `"${facts.title}" is removed.`
          : `"${facts.title}" was removed already.`,
      ),
  }),
  siteCommand({
    name: 'post restore',
    about: 'Brings a removed post back.',
    parameters: { post },
    options: {},
    run: (ctx, input) =>
      withContent(ctx, forumPost, input.post, async (tx, facts) =>
        (await restoreBy(ctx, tx, null, forumPost, facts))
          ? `"${facts.title}" is back.`
          : `"${facts.title}" was not removed.`,
      ),
  }),
  pinned(true),
  pinned(false),
];

const replyCommands: readonly Command[] = [
  siteCommand({
    name: 'reply remove',
    about: 'Removes a reply; it can be restored for 30 days.',
    parameters: { reply },
    options: { reason },
    run: (ctx, input) =>
      withContent(ctx, postReply, input.reply, async (tx, facts) =>
        (await removeBy(ctx, tx, null, postReply, facts, input.reason ?? ''))
          ? 'The reply is removed.'
          : 'The reply was removed already.',
      ),
  }),
  siteCommand({
    name: 'reply restore',
    about: 'Brings a removed reply back.',
    parameters: { reply },
    options: {},
    run: (ctx, input) =>
      withContent(ctx, postReply, input.reply, async (tx, facts) =>
        (await restoreBy(ctx, tx, null, postReply, facts)) ? 'The reply is back.' : 'The reply was not removed.',
      ),
  }),
];

/** Categories, posts and replies. */
export const forumCommands: readonly Command[] = [...categoryCommands, ...postCommands, ...replyCommands];
