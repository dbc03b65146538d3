import type { Context } from '#platform/server/context.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import type { ThreadReader } from './answers/thread-reader.ts';
import type { ThreadQuery } from './answers/thread.ts';
import { editAnswer } from './edit.ts';
import { removeContent, restoreContent } from './moderation.ts';
import type { ContentType } from './type.ts';
import { contentHistory } from './versions.ts';

/** Parameters of an address whose only one is the id of the content, or whose first one is that of the parent. */
type Params = Readonly<Record<string, string>>;
const idIn = (params: Params): string => Object.values(params)[0]!;

/** Handlers of the endpoints that `contentEndpoints` declares, by the same names. */
export const contentHandlers = (type: ContentType) => ({
  remove: (ctx: Context, { viewer, params, body }: { viewer: Viewer; params: Params; body: { reason: string } }) =>
    removeContent(ctx, viewer, type, idIn(params), body.reason),
  restore: (ctx: Context, { viewer, params }: { viewer: Viewer; params: Params }) =>
    restoreContent(ctx, viewer, type, idIn(params)),
  history: (
    ctx: Context,
    { viewer, params, query }: { viewer: Viewer | null; params: Params; query: { after?: string | undefined } },
  ) => contentHistory(ctx, viewer, type, idIn(params), query),
});

/** Handlers of the endpoints that `answerEndpoints` declares, by the same names, and `create`, whose reply names the answer. */
export const answerHandlers = <Answer, Form extends { content: string; submitId: string }>(
  thread: ThreadReader<Answer, Form>,
) => ({
  ...contentHandlers(thread.type),
  page: (ctx: Context, { viewer, params, query }: { viewer: Viewer | null; params: Params; query: ThreadQuery }) =>
    thread.page(ctx, viewer, idIn(params), query),
  read: (ctx: Context, { viewer, params }: { viewer: Viewer | null; params: Params }) =>
    thread.read(ctx, viewer, idIn(params)),
  create: (ctx: Context, { viewer, params, body }: { viewer: Viewer; params: Params; body: Form }) =>
    thread.create(ctx, viewer, idIn(params), body),
  async edit(
    ctx: Context,
    { viewer, params, body }: { viewer: Viewer; params: Params; body: { content: string; baseVersion: number } },
  ): Promise<Answer> {
    await editAnswer(ctx, viewer, thread.type, idIn(params), body);
    return await thread.read(ctx, viewer, idIn(params));
  },
});
