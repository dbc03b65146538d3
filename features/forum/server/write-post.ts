import { trackRightsWording } from '#content/media/contract/limits.ts';
import { forum } from '#features/forum/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { type Submitted, submit } from '#content/core/server/create.ts';
import { editContent } from '#content/core/server/edit.ts';
import { hasBuyers } from '#content/core/server/purchases/purchases.ts';
import { readWords } from '#content/moderation/server/actions.ts';
import { canSeeAdult } from '#content/core/server/policies.ts';
import { can } from '#people/ledger/server/actions.ts';
import { claimFiles, filesOf, releaseFiles } from '#content/media/server/actions.ts';
import { similarity, sketchOf } from '#content/moderation/server/rules/duplicates.ts';
import { shownWords } from '#content/moderation/server/rules/words.ts';
import { siteSettings } from '#people/site-settings/server/store.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { heldBanner } from './banner/banner-store.ts';
import { activeCategory } from './categories/categories-store.ts';
import { insertPost, notePostImages, postTextsSince, postedSince, updatePostText } from './posts-store.ts';
import { hidesSomething, postText, withLock } from './text.ts';
import { checkCategory, isFixedCategory } from './rules.ts';
import { forumPost } from './types.ts';

interface Chosen {
  readonly categoryName: string | null;
  readonly categoryId: string | null;
  readonly isAdult: boolean;
}

/** @throws {Refusal} `category_unknown`, `section_off`, `adults_only`. */
async function choose(ctx: Context, viewer: Viewer, choice: string): Promise<Chosen> {
  if (choice === '') return { categoryName: null, categoryId: null, isAdult: false };
  if (isFixedCategory(choice)) {
    checkCategory(ctx, choice);
    const isAdult = choice === 'nsfw';
    if (isAdult && !canSeeAdult(viewer)) throw new Refusal('adults_only');
    return { categoryName: choice, categoryId: null, isAdult };
  }
  const row = await activeCategory(ctx.db, choice);
  if (!row) throw new Refusal('category_unknown');
  return { categoryName: null, categoryId: row.id, isAdult: false };
}

/** What the composer submits. */
export interface PostSubmit {
  readonly content: string;
  readonly fileIds: readonly string[];
  readonly category: string;
  readonly isLocked: boolean;
  readonly submitId: string;
}

/** Newest posts of an author that a new one is compared with. */
const OWN_POSTS_COMPARED = 10;

/**
 * Whether an author has posted nearly the same since then. Texts with other numbers are parts of a series, and what the
 * author has removed may be corrected.
 */
async function hasPostedNear(db: Executor, authorId: string, content: string, since: Date): Promise<boolean> {
  const { nearTextPercent } = await siteSettings(db);
  const sketch = nearTextPercent < 100 ? sketchOf(content) : null;
  if (!sketch) return false;
  const numbers = numbersIn(content);
  const texts = await postTextsSince(db, authorId, since, OWN_POSTS_COMPARED);
  return texts.some(
    (text) => numbersIn(text) === numbers && 100 * similarity(sketch, sketchOf(text) ?? []) >= forum.ownNearPercent,
  );
}

const numbersIn = (text: string): string => (text.normalize('NFKC').match(/\p{N}+/gu) ?? []).join(' ');

/**
 * Creates a post, or holds it for staff; its author watches it. The same submit again answers with the first one.
 * @throws {Refusal} `nothing_to_upload`, `nothing_to_lock`, `category_unknown`, `adults_only`, `duplicate_post`, `rate_limit`, `banned_words`, `file_not_usable`, `too_complex`
 */
export async function createPost(ctx: Context, viewer: Viewer, body: PostSubmit): Promise<Submitted> {
  return await submit(ctx, viewer, forumPost, {
    submitId: body.submitId,
    limit: 'posts',
    async prepare() {
      const text = await postText(ctx, body.content, viewer.profileId, body.fileIds.length > 0);
      if (body.isLocked && ctx.switches.isOff('credits')) throw new Refusal('section_off');
      if (body.isLocked && !hidesSomething(text, body.fileIds.length)) throw new Refusal('nothing_to_lock');
      const chosen = await choose(ctx, viewer, body.category);
      const mayUseBanner = await can(ctx, viewer.profileId, 'custom_banner');
      return {
        words: readWords(text),
        // Files without words have nothing in common.
        ...(shownWords(text) !== '' && {
          duplicate: {
            fingerprint: text.fingerprint,
            isMade: async (db: Executor, since: Date) =>
              (await postedSince(db, text.fingerprint, since)) ||
              (await hasPostedNear(db, viewer.profileId, text.content, since)),
          },
        }),
        text,
        chosen,
        mayUseBanner,
      };
    },
    async insert(tx, content, { text, chosen, mayUseBanner }) {
      const stored = mayUseBanner ? await heldBanner(tx, viewer.profileId) : null;
      const isNew = await insertPost(tx, {
        ...withLock(text, body.isLocked),
        ...chosen,
        ...content,
        isLocked: body.isLocked,
        customBanner: stored?.enabled ? stored : null,
      });
      if (!isNew) return null;
      await setFiles(ctx, tx, content, body.fileIds);
      const { category, isLocked } = body;
      return { title: text.title, isAdult: chosen.isAdult, parent: null, isPinned: false, isLocked, category };
    },
  });
}

/** Sets the files of a post, in order; its other ones are released. @throws {Refusal} `file_not_usable` */
async function setFiles(
  ctx: Context,
  tx: Tx,
  post: { id: string; authorId: string },
  fileIds: readonly string[],
  before: readonly string[] = [],
): Promise<void> {
  if (fileIds.length === before.length && fileIds.every((fileId, at) => fileId === before[at])) return;
  const claim = { contentKind: 'forum_post', contentId: post.id, guarded: true, rights: trackRightsWording };
  await claimFiles(ctx, tx, post.authorId, fileIds, claim);
  await releaseFiles(ctx, tx, 'forum_post', [post.id], fileIds);
  await notePostImages(tx, post.id);
}

/**
 * Edits a post, unless somebody was faster: then nothing changes.
 * @throws {Refusal} `edit_conflict` with the newest version's number, `forbidden`, `pictures_sold`, …
 */
export async function editPost(
  ctx: Context,
  viewer: Viewer,
  id: string,
  body: {
    content: string;
    fileIds?: readonly string[] | undefined;
    category?: string | undefined;
    isLocked?: boolean | undefined;
    baseVersion: number;
  },
): Promise<void> {
  await editContent(ctx, viewer, forumPost, id, {
    baseVersion: body.baseVersion,
    async prepare(before) {
      const text = await postText(ctx, body.content, before.authorId, true);
      const chosen = body.category === undefined ? null : await choose(ctx, viewer, body.category);
      return { words: readWords(text), text, chosen };
    },
    async write(tx, post, { text, chosen }, { isReworded, ...row }) {
      const old = (await categoryOf(tx, id))!;
      const category = chosen ?? old;
      const isLocked = body.isLocked ?? post.isLocked;
      const own = viewer.profileId === post.authorId;
      const earlier = ((await filesOf(tx, 'forum_post', [id])).get(id) ?? []).map((file) => file.id);
      const fileIds = body.fileIds ?? earlier;
      const added = fileIds.filter((fileId) => !earlier.includes(fileId));
      if (text.content === '' && fileIds.length === 0) throw new Refusal('nothing_to_upload');
      // Staff take files away; they put none under another's name.
      if (!own && added.length > 0) throw new Refusal('forbidden');
      if (own && earlier.some((fileId) => !fileIds.includes(fileId)) && (await hasBuyers(tx, forumPost, id)))
        throw new Refusal('pictures_sold');
      if (isLocked !== post.isLocked && !own) throw new Refusal('forbidden');
      if (isLocked && !post.isLocked && ctx.switches.isOff('credits')) throw new Refusal('section_off');
      // Staff may shorten whatever they must.
      if (isLocked && own && !hidesSomething(text, fileIds.length)) throw new Refusal('nothing_to_lock');
      const isSame =
        !isReworded &&
        isLocked === post.isLocked &&
        category.categoryName === old.categoryName &&
        category.categoryId === old.categoryId &&
        fileIds.join() === earlier.join();
      if (isSame) return null;
      await updatePostText(tx, id, { ...withLock(text, isLocked), ...category, ...row, isLocked });
      await setFiles(ctx, tx, post, fileIds, earlier);
      return { isAdult: category.isAdult, addedFileIds: added, lock: { was: post.isLocked, is: isLocked } };
    },
  });
}

/** A post's current category. */
async function categoryOf(tx: Tx, id: string): Promise<Chosen | undefined> {
  const [row] = await tx.rows<Chosen>(sql`
    SELECT category_name AS "categoryName", category_id AS "categoryId", is_adult AS "isAdult" FROM forum_posts WHERE id = ${id}`);
  return row;
}
