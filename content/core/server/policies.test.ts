import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Context } from '#platform/server/context.ts';
import { decidedFacts } from '#content/moderation/server/rules/undoing.ts';
import type { FileReaders } from '#platform/server/content-kind.ts';
import type { Executor, Tx } from '#platform/server/db/database.ts';
import type { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { contentFacts, contentFactsOf } from './facts.ts';
import { opensByLink } from './links.ts';
import {
  type Ownership,
  canEdit,
  canRemove,
  canReport,
  canSee,
  canSeeAdult,
  canSpeak,
  checkMayRestore,
  checkRowSeen,
  checkSeen,
  fileReaders,
  forbid,
  isActiveMember,
  maySeekRestore,
  moderatingParent,
  requirePublished,
  requireSeen,
  restorableAmong,
  stateAfterEdit,
} from './policies.ts';
import type { ContentFacts, ContentState, ContentType } from './type.ts';

// What the database says: the policies themselves are what is tested here.
vi.mock('./facts.ts', () => ({
  contentFacts: vi.fn<typeof contentFacts>(),
  contentFactsOf: vi.fn<typeof contentFactsOf>(),
}));
vi.mock('./links.ts', () => ({ opensByLink: vi.fn<typeof opensByLink>() }));
vi.mock('#content/moderation/server/rules/undoing.ts', () => ({ decidedFacts: vi.fn<typeof decidedFacts>() }));

const later = new Date('2030-01-01');
const viewer = (profileId: string, more: Partial<Viewer> = {}): Viewer =>
  ({
    profileId,
    isAdmin: false,
    isModerator: false,
    verified: true,
    adult: false,
    hasBlocks: false,
    suspendedUntil: null,
    silencedUntil: null,
    ...more,
  }) as Viewer;

const author = viewer('author');
const other = viewer('other');
const moderator = viewer('moderator', { isModerator: true });
const admin = viewer('admin', { isAdmin: true });
const people = { visitor: null, author, other, moderator, admin };
type Person = keyof typeof people;

const states: readonly ContentState[] = ['pending', 'published', 'held', 'private', 'removed'];
const content = (state: ContentState, more: Partial<ContentFacts> = {}): ContentFacts =>
  ({
    id: 'content',
    authorId: 'author',
    authorIsAdmin: false,
    state,
    removedBy: null,
    isRejected: false,
    isAdult: false,
    parent: null,
    ...more,
  }) as ContentFacts;

/** Who of all may. */
const those = (may: (one: Viewer | null) => boolean): Person[] =>
  (Object.keys(people) as Person[]).filter((name) => may(people[name]));

describe('a member', () => {
  it('acts while verified and not suspended, and speaks while not silenced either', () => {
    for (const [more, acts, speaks] of [
      [{}, true, true],
      [{ verified: false }, false, false],
      [{ suspendedUntil: later }, false, false],
      [{ silencedUntil: later }, true, false],
    ] as const)
      expect([isActiveMember(viewer('one', more)), canSpeak(viewer('one', more))]).toEqual([acts, speaks]);
    expect([isActiveMember(null), canSpeak(null)]).toEqual([false, false]);
  });

  it('sees what is 18+ once they have said that they are adults', () => {
    expect([null, other, viewer('one', { adult: true })].map((one) => canSeeAdult(one))).toEqual([false, false, true]);
  });
});

describe('a content', () => {
  it.each(states)('that is %s is seen by everybody where it is published, else by its author and staff', (state) => {
    expect(those((one) => canSee(content(state), one))).toEqual(
      state === 'published' ? Object.keys(people) : ['author', 'moderator', 'admin'],
    );
  });

  it.each(states)('that is %s is edited by its author and staff, unless it is removed', (state) => {
    expect(those((one) => canEdit(content(state), one))).toEqual(
      state === 'removed' ? [] : ['author', 'moderator', 'admin'],
    );
  });

  it('of an admin is edited and removed by no moderator', () => {
    const theirs = content('published', { authorIsAdmin: true });
    expect(those((one) => canEdit(theirs, one))).toEqual(['author', 'admin']);
    expect(those((one) => canRemove(theirs, one))).toEqual(['author', 'admin']);
  });

  it('is edited by nobody who may not speak, and removed by nobody who is suspended', () => {
    const silenced = viewer('author', { silencedUntil: later });
    const suspended = viewer('author', { suspendedUntil: later });
    expect([canEdit(content('published'), silenced), canEdit(content('published'), suspended)]).toEqual([false, false]);
    expect([canRemove(content('published'), silenced), canRemove(content('published'), suspended)]).toEqual([
      true,
      false,
    ]);
  });

  it('is removed by its author, by staff, and by the author of its parent where that is their right', () => {
    expect(those((one) => canRemove(content('published'), one))).toEqual(['author', 'moderator', 'admin']);
    expect(those((one) => canRemove(content('held'), one, 'other'))).toEqual(['author', 'other', 'moderator', 'admin']);
  });

  it('that is removed is removed once more by its author alone, where staff had rejected it', () => {
    expect(those((one) => canRemove(content('removed'), one, 'other'))).toEqual([]);
    expect(those((one) => canRemove(content('removed', { isRejected: true }), one, 'other'))).toEqual(['author']);
    const { isRejected: _, ...unknown } = content('removed');
    expect(those((one) => canRemove(unknown as Ownership, one))).toEqual([]);
  });

  it.each(states)('that is %s is reported by other members where it is published', (state) => {
    expect(those((one) => canReport(content(state), one))).toEqual(
      state === 'published' ? ['other', 'moderator', 'admin'] : [],
    );
    expect(canReport(content(state), viewer('one', { verified: false }))).toBe(false);
  });

  it('is held by an edit with private information where it was published, and stays as it is otherwise', () => {
    for (const state of states) {
      expect(stateAfterEdit(state, [])).toBe(state);
      expect(stateAfterEdit(state, ['phone number'])).toBe(state === 'published' ? 'held' : state);
    }
  });

  it('that may not be changed says to a moderator that it is an admin’s', () => {
    const codeOf = (one: Viewer | null, facts = content('published')): string => {
      try {
        return forbid(facts, one);
      } catch (error) {
        return (error as Refusal).code;
      }
    };
    expect([codeOf(other), codeOf(null), codeOf(moderator)]).toEqual(['forbidden', 'forbidden', 'forbidden']);
    expect(codeOf(moderator, content('published', { authorIsAdmin: true }))).toBe('staff_protected');
  });
});

const comment = { notFound: 'comment_not_found', answerOf: { parentAuthorRemoves: true } } as unknown as ContentType;
const reply = { notFound: 'reply_not_found', answerOf: { parentAuthorRemoves: false } } as unknown as ContentType;
const post = { notFound: 'post_not_found' } as unknown as ContentType;
const parent = (state: ContentState, authorId = 'other') => ({ authorId, state }) as ContentFacts['parent'];

describe('an answer', () => {
  it('is also in the hands of its parent’s author, where its type says so', () => {
    const below = content('published', { parent: parent('published') });
    expect([moderatingParent(comment, below), moderatingParent(reply, below), moderatingParent(post, below)]).toEqual([
      'other',
      null,
      null,
    ]);
    expect(moderatingParent(comment, content('published'))).toBeNull();
  });
});

describe('a restore', () => {
  it('is staff’s, and of who removed it: its author, or that of its parent', () => {
    const removedBy = (id: string | null) => content('removed', { removedBy: id, parent: parent('published') });
    expect(those((one) => maySeekRestore(comment, removedBy('author'), one))).toEqual(['author', 'moderator', 'admin']);
    expect(those((one) => maySeekRestore(comment, removedBy('other'), one))).toEqual(['other', 'moderator', 'admin']);
    expect(those((one) => maySeekRestore(reply, removedBy('other'), one))).toEqual(['moderator', 'admin']);
    expect(those((one) => maySeekRestore(comment, removedBy('moderator'), one))).toEqual(['moderator', 'admin']);
    expect(those((one) => maySeekRestore(comment, removedBy(null), one))).toEqual(['moderator', 'admin']);
  });

  it('needs a removal, and a member who may act', () => {
    expect(those((one) => maySeekRestore(comment, content('held', { removedBy: 'author' }), one))).toEqual([]);
    const suspended = viewer('author', { suspendedUntil: later });
    expect(maySeekRestore(comment, content('removed', { removedBy: 'author' }), suspended)).toBe(false);
  });
});

/** Nothing is asked of it: readers without blocks, and types without sales. */
const nothing = {} as Executor;
const seenAs = (type: ContentType, facts: ContentFacts | null) => async (one: Viewer | null) =>
  await checkSeen(nothing, type, facts, one).then(
    (isBought) => (isBought ? 'bought' : 'seen'),
    (error: unknown) => (error as Refusal).code,
  );
const allSeen = async (type: ContentType, facts: ContentFacts | null): Promise<Record<string, string>> => {
  const seen = seenAs(type, facts);
  return Object.fromEntries(
    await Promise.all(Object.entries(people).map(async ([name, one]) => [name, await seen(one)] as const)),
  );
};
const everybody = (word: string) => Object.fromEntries(Object.keys(people).map((name) => [name, word]));

describe('a content that is asked for', () => {
  it('is not found where there is none, or where it is not for this reader', async () => {
    expect(await allSeen(post, null)).toEqual(everybody('post_not_found'));
    expect(await allSeen(post, content('published'))).toEqual(everybody('seen'));
    expect(await allSeen(post, content('held'))).toEqual({
      ...everybody('seen'),
      visitor: 'post_not_found',
      other: 'post_not_found',
    });
    expect(await allSeen(post, content('removed'))).toMatchObject({ visitor: 'post_not_found', author: 'seen' });
  });

  it('below another is seen where that is seen, and keeps its place when it is removed', async () => {
    const hidden = content('published', { parent: parent('held', 'author') });
    expect(await allSeen(reply, hidden)).toMatchObject({
      visitor: 'reply_not_found',
      other: 'reply_not_found',
      author: 'seen',
    });
    expect(await allSeen(reply, content('removed', { parent: parent('published') }))).toEqual(everybody('seen'));
    expect(await allSeen(reply, content('held', { parent: parent('published') }))).toMatchObject({
      visitor: 'reply_not_found',
      author: 'seen',
    });
  });

  it('that is 18+ is for adults, its author, and staff while it waits', async () => {
    const adult = viewer('adult', { adult: true });
    const own = { ...everybody('adults_only'), author: 'seen' };
    expect(await allSeen(post, content('published', { isAdult: true }))).toEqual(own);
    expect(await seenAs(post, content('published', { isAdult: true }))(adult)).toBe('seen');
    expect(await allSeen(post, content('held', { isAdult: true }))).toEqual({
      visitor: 'post_not_found',
      other: 'post_not_found',
      author: 'seen',
      moderator: 'seen',
      admin: 'seen',
    });
    // Of an answer the author of what it stands below counts, not its own.
    expect(await allSeen(reply, content('published', { isAdult: true, parent: parent('published') }))).toEqual({
      ...everybody('adults_only'),
      other: 'seen',
    });
  });

  it('is judged alike as a row', async () => {
    const row = { id: 'content', author_id: 'author', state: 'held', is_adult: false } as const;
    expect(await checkRowSeen(nothing, post, row, author)).toBe(false);
    await expect(checkRowSeen(nothing, post, row, other)).rejects.toMatchObject({ code: 'post_not_found' });
    await expect(checkRowSeen(nothing, post, null, admin)).rejects.toMatchObject({ code: 'post_not_found' });
    await expect(
      checkRowSeen(nothing, post, { ...row, state: 'published', is_adult: true }, other),
    ).rejects.toMatchObject({ code: 'adults_only' });
  });
});

/** A database in which the readers of `ids` are blocked, or have bought what they ask for. */
const answering = (...rows: readonly object[]): Executor => ({ rows: async () => rows }) as unknown as Executor;

describe('a block', () => {
  const blocking = viewer('other', { hasBlocks: true });

  it('hides what an author made, and what stands below what they made, from the other side', async () => {
    const blocked = answering({ id: 'author' });
    await expect(checkSeen(blocked, post, content('published'), blocking)).rejects.toMatchObject({
      code: 'post_not_found',
    });
    expect(await checkSeen(answering(), post, content('published'), blocking)).toBe(false);
    // Who has no block is not asked for, nor are staff.
    expect(await checkSeen(blocked, post, content('published'), other)).toBe(false);
    expect(
      await checkSeen(blocked, post, content('published'), viewer('mo', { hasBlocks: true, isModerator: true })),
    ).toBe(false);
  });

  it('is looked for with the authors of a content and of its parent, the reader left out', async () => {
    const asked: unknown[] = [];
    const db = { rows: async (query: unknown) => (asked.push(query), []) } as unknown as Executor;
    await checkSeen(db, reply, content('published', { parent: parent('published', 'third') }), blocking);
    expect(JSON.stringify(asked)).toContain('["author","third"]');
    await checkSeen(db, reply, content('published', { parent: parent('published', 'other') }), blocking);
    expect(JSON.stringify(asked[1])).toContain('["author"]');
    // Nobody is left: nothing is asked.
    await checkSeen(db, post, content('published', { authorId: 'other' }), blocking);
    expect(asked).toHaveLength(2);
  });
});

describe('a purchase', () => {
  const kit = { notFound: 'drumkit_not_found', sales: { table: 'sales', column: 'kit_id' } } as unknown as ContentType;
  const bought = answering({ created_at: new Date() });

  it('keeps a content for its buyer, and says so where nothing else shows it', async () => {
    expect(await checkSeen(bought, kit, content('private'), other)).toBe(true);
    expect(await checkSeen(bought, kit, content('published', { isAdult: true }), other)).toBe(true);
    expect(await checkSeen(bought, kit, content('removed', { removedBy: 'author' }), other)).toBe(true);
    expect(await checkSeen(bought, kit, content('published'), other)).toBe(false);
  });

  it('keeps nothing that staff took down, nothing for visitors, and nothing of types that are not sold', async () => {
    const refused = { code: 'drumkit_not_found' };
    await expect(checkSeen(bought, kit, content('removed', { removedBy: 'admin' }), other)).rejects.toMatchObject(
      refused,
    );
    await expect(checkSeen(bought, kit, content('private'), null)).rejects.toMatchObject(refused);
    await expect(checkSeen(answering(), kit, content('private'), other)).rejects.toMatchObject(refused);
    await expect(checkSeen(bought, kit, null, other)).rejects.toMatchObject(refused);
    await expect(checkSeen(bought, post, content('private'), other)).rejects.toMatchObject({ code: 'post_not_found' });
    // As a row it says who took it down as well.
    const row = { id: 'content', author_id: 'author', state: 'removed', is_adult: false } as const;
    expect(await checkRowSeen(bought, kit, { ...row, removed_by: 'author' }, other)).toBe(true);
    for (const by of ['admin', null])
      await expect(checkRowSeen(bought, kit, { ...row, removed_by: by }, other)).rejects.toMatchObject(refused);
  });

  it('is enough to see, and not to answer, like or pay', async () => {
    vi.mocked(contentFacts).mockResolvedValue(content('private'));
    expect(await requireSeen(bought, kit, 'content', other, true)).toMatchObject({ state: 'private' });
    expect(contentFacts).toHaveBeenLastCalledWith(bought, kit, 'content', true);
    await requireSeen(bought, kit, 'content', other);
    expect(contentFacts).toHaveBeenLastCalledWith(bought, kit, 'content', false);
    await expect(requirePublished(bought, kit, 'content', other)).rejects.toMatchObject({ code: 'drumkit_not_found' });
  });
});

describe('what is answered, liked or paid for', () => {
  it.each(states)('is published, and so is its parent: %s', async (state) => {
    const asked = async (facts: ContentFacts): Promise<string> => {
      vi.mocked(contentFacts).mockResolvedValue(facts);
      return await requirePublished(nothing, reply, 'content', admin).then(
        () => 'published',
        (error: unknown) => (error as Refusal).code,
      );
    };
    const word = state === 'published' ? 'published' : 'reply_not_found';
    expect(await asked(content(state))).toBe(word);
    expect(await asked(content('published', { parent: parent(state) }))).toBe(word);
    expect(await asked(content(state, { parent: parent('published') }))).toBe(word);
  });

  it('is for this reader', async () => {
    vi.mocked(contentFacts).mockResolvedValue(content('published', { isAdult: true }));
    await expect(requirePublished(nothing, post, 'content', other)).rejects.toMatchObject({ code: 'adults_only' });
    vi.mocked(contentFacts).mockResolvedValue(null);
    await expect(requirePublished(nothing, post, 'content', other)).rejects.toMatchObject({ code: 'post_not_found' });
  });

  it('keeps its row where it is asked to', async () => {
    vi.mocked(contentFacts).mockResolvedValue(content('published'));
    await requirePublished(nothing, reply, 'content', null, true);
    expect(contentFacts).toHaveBeenLastCalledWith(nothing, reply, 'content', true);
    await requirePublished(nothing, reply, 'content', null);
    expect(contentFacts).toHaveBeenLastCalledWith(nothing, reply, 'content', false);
  });
});

describe('files of a content', () => {
  const ctx = { db: nothing } as unknown as Context;
  const readersOf = async (facts: ContentFacts | null, one: Viewer | null, more: object = {}, link?: string) => {
    vi.mocked(contentFacts).mockResolvedValue(facts);
    return await fileReaders(ctx, { ...post, kind: 'post', ...more }, 'content', one, link);
  };
  beforeEach(() => void vi.mocked(opensByLink).mockResolvedValue(false));

  it('are everybody’s where nothing depends on the reader, and a reader’s otherwise', async () => {
    expect(await readersOf(content('published'), null)).toBe('everybody');
    expect(await readersOf(content('held'), author)).toBe('reader');
    expect(await readersOf(content('published', { isAdult: true }), viewer('one', { adult: true }))).toBe('reader');
    expect(await readersOf(content('published', { authorHasBlocks: true }), null)).toBe('reader');
  });

  it.each<FileReaders>(['everybody', 'reader', 'nobody'])('are at most for whom the type says: %s', async (own) => {
    expect(await readersOf(content('published'), other, { fileReaders: async () => own })).toBe(own);
  });

  it('are nobody’s where the content is not for the reader, nor in the place of a removed answer', async () => {
    expect(await readersOf(content('held'), other)).toBe('nobody');
    expect(await readersOf(null, other)).toBe('nobody');
    expect(await readersOf(content('removed', { parent: parent('published') }), other)).toBe('nobody');
    expect(await readersOf(content('removed', { parent: parent('published') }), moderator)).toBe('reader');
  });

  it('are a buyer’s, of a removed answer too', async () => {
    const sold = { sales: { table: 'sales', column: 'kit_id' } };
    const owned = { db: answering({ created_at: new Date() }) } as unknown as Context;
    vi.mocked(contentFacts).mockResolvedValue(content('removed', { removedBy: 'author', parent: parent('published') }));
    expect(await fileReaders(owned, { ...post, ...sold }, 'content', other)).toBe('reader');
  });

  it('are those of a secret link’s holder', async () => {
    vi.mocked(opensByLink).mockResolvedValue(true);
    expect(await readersOf(content('private'), null, {}, 'token')).toBe('reader');
    expect(opensByLink).toHaveBeenLastCalledWith(
      ctx,
      'post',
      expect.objectContaining({ id: 'content' }),
      null,
      'token',
    );
    expect(await readersOf(content('private'), null)).toBe('nobody');
    expect(await readersOf(null, null, {}, 'token')).toBe('nobody');
  });

  it('fail with what is no refusal', async () => {
    const broken = { db: { rows: () => Promise.reject(new Error('away')) } } as unknown as Context;
    vi.mocked(contentFacts).mockResolvedValue(content('published'));
    const asked = fileReaders(broken, post, 'content', viewer('one', { hasBlocks: true }), 'token');
    await expect(asked).rejects.toThrow('away');
  });
});

describe('a removal is undone', () => {
  const ctx = { db: nothing } as unknown as Context;
  const decided = (more: object = {}) => ({
    id: 'content',
    authorId: 'author',
    decidedBy: null,
    byAdmin: false,
    hasComplaint: false,
    ...more,
  });
  const check = async (facts: ContentFacts, by: Viewer | null, more: object): Promise<string> => {
    vi.mocked(decidedFacts).mockResolvedValue([decided(more)]);
    return await checkMayRestore(ctx, nothing as Tx, comment, facts, by).then(
      () => 'restored',
      (error: unknown) => (error as Refusal).code,
    );
  };
  const own = content('removed', { removedBy: 'author' });

  it('by who did it, unless a copyright complaint stands', async () => {
    expect(await check(own, author, {})).toBe('restored');
    expect(await check(own, author, { hasComplaint: true })).toBe('complaint_stands');
    expect(decidedFacts).toHaveBeenLastCalledWith(ctx, nothing, [
      { id: 'content', authorId: 'author', decidedBy: 'author' },
    ]);
  });

  it('by staff, not by its author where staff decided, and not by a moderator where an admin did', async () => {
    const byStaff = content('removed', { removedBy: 'admin' });
    expect(await check(byStaff, moderator, {})).toBe('restored');
    expect(await check(byStaff, author, {})).toBe('own_content');
    expect(await check(byStaff, moderator, { byAdmin: true })).toBe('staff_protected');
    expect(await check(byStaff, null, { byAdmin: true })).toBe('restored');
  });

  it('of many at once by whom each is open to; nothing is asked where none is removed', async () => {
    const all = [
      content('removed', { id: 'mine', removedBy: 'author' }),
      content('removed', { id: 'theirs', removedBy: 'admin' }),
    ];
    vi.mocked(contentFactsOf).mockReset().mockResolvedValue(all);
    vi.mocked(decidedFacts).mockImplementation(async (_ctx, _db, asked) =>
      asked.map((one) => ({ ...one, byAdmin: one.id === 'theirs', hasComplaint: false })),
    );
    const among = async (one: Viewer | null, contents = [...all, content('published', { id: 'shown' })]) => [
      ...(await restorableAmong(ctx, comment, contents, one)),
    ];
    expect(await among(author, [content('published')])).toEqual([]);
    expect(await among(null)).toEqual([]);
    expect(await among(viewer('author', { suspendedUntil: later }))).toEqual([]);
    expect(contentFactsOf).not.toHaveBeenCalled();
    expect(await among(author)).toEqual(['mine']);
    expect(contentFactsOf).toHaveBeenLastCalledWith(nothing, comment, ['mine', 'theirs']);
    expect(await among(moderator)).toEqual(['mine']);
    expect(await among(admin)).toEqual(['mine', 'theirs']);
    expect(await among(other)).toEqual([]);
  });
});
