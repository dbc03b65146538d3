import { replyKindOf, sharingTypes } from '#content/core/contract/shared-kinds.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { makeComment, makeUpload } from '#features/feed/server/fixtures.ts';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { makeItem, makeReplyTo, sampleAddress } from '#features/sharing/server/fixtures.ts';
import type { Answer, As, World } from '#site/testing/world.ts';

/** A content type with its endpoints: what is true of one is true of all. */
export interface Subject {
  readonly kind: string;
  /** Path of one content, and what it stands below where it is an answer. */
  readonly path: string;
  make(by: FixtureMember, content?: string): Promise<string>;
  /** Submits a new one by hand. @returns its id */
  submit(by: FixtureMember, parentId: string, content: string, submitId: string): Promise<Answer>;
  parent(): Promise<string>;
  /** The fields of an edit to a text; `content` when not given. */
  fields?(content: string): object;
  /** What it says of banned words; `banned_words` when not given. */
  readonly banned?: string;
}

const withContent = (content: string | undefined) => (content === undefined ? {} : { content });

/** Old enough for the whole limit of what one may write. */
export const elder = (world: World): Promise<FixtureMember> => world.member({ createdAt: new Date('2020-01-01') });

/**
 * Every content type whose rules the tests of this feature prove.
 * @param world the site of a file, once it is open.
 */
export function subjectsOf(world: () => World): readonly Subject[] {
  /** Makes what answers stand below, once for all tests of a file. */
  const onceFor = (make: (by: FixtureMember) => Promise<string>): (() => Promise<string>) => {
    let made: Promise<string> | undefined;
    return () => (made ??= elder(world()).then(make));
  };
  const commonPost = onceFor((by) => makePost(world().ctx, by));
  const commonUpload = onceFor((by) => makeUpload(world().ctx, by));

  return [
    {
      kind: 'forum_post',
      path: '/forum/posts/:postId',
      make: (by, content) => makePost(world().ctx, by, withContent(content)),
      parent: async () => '',
      submit: (by, _, content, submitId) =>
        world().call('POST /forum/posts', { body: { content, fileIds: [], category: '', submitId } }, by),
    },
    {
      kind: 'post_reply',
      path: '/forum/replies/:replyId',
      make: async (by, content) => makeReply(world().ctx, by, await commonPost(), withContent(content)),
      parent: commonPost,
      submit: (by, postId, content, submitId) =>
        world().call('POST /forum/posts/:postId/replies', { params: { postId }, body: { content, submitId } }, by),
    },
    {
      kind: 'upload',
      path: '/uploads/:uploadId',
      make: (by, content) => makeUpload(world().ctx, by, withContent(content)),
      parent: async () => '',
      submit: (by, _, content, submitId) => world().call('POST /uploads', { body: { content, submitId } }, by),
    },
    {
      kind: 'upload_comment',
      path: '/uploads/comments/:commentId',
      make: async (by, content) => makeComment(world().ctx, by, await commonUpload(), withContent(content)),
      parent: commonUpload,
      submit: (by, uploadId, content, submitId) =>
        world().call('POST /uploads/:uploadId/comments', { params: { uploadId }, body: { content, submitId } }, by),
    },
    ...(['song', 'drumkit', 'editing_pack', 'leak', 'set'] as const).flatMap((kind): Subject[] => {
      const { path } = sharingTypes[kind];
      const url = sampleAddress(kind);
      const item = onceFor((by) => makeItem(world().ctx, kind, by));
      return [
        {
          kind,
          path: `${path}/:itemId`,
          make: (by, content) => makeItem(world().ctx, kind, by, content === undefined ? {} : { description: content }),
          parent: async () => '',
          submit: (by, _, description, submitId) =>
            world().call(`POST ${path}`, { body: { title: 'A title', url, description, rights: true, submitId } }, by),
          fields: (description) => ({ title: 'A title', url, description }),
          banned: 'content_blocked',
        },
        {
          kind: replyKindOf(kind),
          path: `${path}/replies/:replyId`,
          make: async (by, content) => makeReplyTo(world().ctx, kind, by, await item(), content),
          parent: item,
          submit: (by, itemId, content, submitId) =>
            world().call(`POST ${path}/:itemId/replies`, { params: { itemId }, body: { content, submitId } }, by),
        },
      ];
    }),
  ];
}

/** The types to test, with their names. */
export const chosenOf = (subjects: readonly Subject[]): [string, Subject][] =>
  subjects.map((subject) => [subject.kind, subject]);

/** Name of the parameter in the path of a content. */
export const paramOf = (subject: Subject): string => /:(\w+)$/.exec(subject.path)![1]!;

/** The endpoints of one content. */
export function endpointsOf(world: () => World, subject: Subject) {
  const call = (method: string, id: string, as: As | null, body?: object, rest = '') =>
    world().call(`${method} ${subject.path}${rest}`, { params: { [paramOf(subject)]: id }, ...(body && { body }) }, as);
  return {
    call,
    edit: (id: string, content: string, as: As, baseVersion = 1) =>
      call('PATCH', id, as, { ...(subject.fields?.(content) ?? { content }), baseVersion }),
    read: async (id: string, as: As | null) =>
      (await call('GET', id, as)).body as { visibility: string; html: string; version: number },
  };
}
