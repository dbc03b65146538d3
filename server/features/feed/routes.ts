import { feed } from '#contract/feed.ts';
import { levelForXp } from '#contract/ranks.ts';
import { mayRemove, mayRestore, maySee } from '#server/features/forum/rules.ts';
import { textHistory } from '#server/features/forum/store.ts';
import { can } from '#server/features/ledger/actions.ts';
import { whyNot } from '#server/features/safety/rules/staff.ts';
import { uploadMaxBytes } from '#server/features/media/actions.ts';
import { doors } from '#server/platform/http/door.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { likeUpload, vote } from './acts.ts';
import { commentVersion } from './comments-store.ts';
import { seenComment, seenUpload } from './gates.ts';
import { listUploads, newerUploads } from './list.ts';
import { beginPlay, finishPlay } from './plays.ts';
import { readCommentPage, readComments, readMoments, readUpload } from './read.ts';
import { mayRemoveComment, mayRestoreComment } from './rules.ts';
import { bringBackComment, bringBackUpload, takeDownComment, takeDownUpload } from './staff-acts.ts';
import { trendingTags } from './trending.ts';
import { uploadVersion } from './uploads-store.ts';
import { changeTerms, exchangeSound, trackVersions } from './versions.ts';
import { createComment, editComment, markComment } from './write-comment.ts';
import { createUpload, editUpload } from './write-upload.ts';

const done = { ok: true } as const;

export const feedDoors = doors(feed, {
  'GET /uploads': (ctx, { viewer, query }) => listUploads(ctx, viewer, query),
  async 'GET /uploads/newer'(ctx, { viewer, query }) {
    return { count: await newerUploads(ctx, viewer, query.than) };
  },
  async 'GET /uploads/tags'(ctx) {
    return { items: [...(await trendingTags(ctx))] };
  },
  'POST /uploads': (ctx, { viewer, body }) => createUpload(ctx, viewer, body),
  'GET /uploads/:uploadId': (ctx, { viewer, params }) => readUpload(ctx, viewer, params.uploadId),
  async 'PATCH /uploads/:uploadId'(ctx, { viewer, params, body }) {
    await editUpload(ctx, viewer, params.uploadId, body);
    return await readUpload(ctx, viewer, params.uploadId);
  },
  async 'DELETE /uploads/:uploadId'(ctx, { viewer, params, body }) {
    await ctx.db.tx(async (tx) => {
      const upload = await seenUpload(tx, params.uploadId, viewer, true);
      if (!mayRemove(upload, viewer)) throw new Refusal(whyNot(upload, viewer));
      await takeDownUpload(ctx, tx, viewer, upload, body.reason);
    });
    return done;
  },
  async 'POST /uploads/:uploadId/restore'(ctx, { viewer, params }) {
    await ctx.db.tx(async (tx) => {
      const upload = await seenUpload(tx, params.uploadId, viewer, true);
      if (!mayRestore(upload, viewer)) throw new Refusal(whyNot(upload, viewer));
      await bringBackUpload(ctx, tx, viewer, upload);
    });
    return done;
  },
  async 'GET /uploads/:uploadId/history'(ctx, { viewer, params }) {
    const upload = await seenUpload(ctx.db, params.uploadId, viewer);
    return await textHistory(ctx, viewer, upload.id, await uploadVersion(ctx.db, upload.id));
  },
  async 'PUT /uploads/:uploadId/like'(ctx, { viewer, params, body }) {
    return { on: body.on, likeCount: await likeUpload(ctx, viewer, params.uploadId, body.on) };
  },
  'PUT /uploads/:uploadId/vote': (ctx, { viewer, params, body }) => vote(ctx, viewer, params.uploadId, body.optionId),
  'GET /uploads/:uploadId/comments': (ctx, { viewer, params, query }) =>
    readCommentPage(ctx, viewer, params.uploadId, query),
  async 'POST /uploads/:uploadId/comments'(ctx, { viewer, params, body }) {
    const made = await createComment(ctx, viewer, params.uploadId, body);
    const [comment] = await readComments(ctx, viewer, [made.id]);
    return { comment: comment!, seq: made.seq };
  },
  async 'GET /uploads/comments/:commentId'(ctx, { viewer, params }) {
    await seenComment(ctx.db, params.commentId, viewer);
    const [comment] = await readComments(ctx, viewer, [params.commentId]);
    return comment!;
  },
  async 'PATCH /uploads/comments/:commentId'(ctx, { viewer, params, body }) {
    await editComment(ctx, viewer, params.commentId, body);
    const [comment] = await readComments(ctx, viewer, [params.commentId]);
    return comment!;
  },
  async 'DELETE /uploads/comments/:commentId'(ctx, { viewer, params, body }) {
    await ctx.db.tx(async (tx) => {
      const comment = await seenComment(tx, params.commentId, viewer, true);
      if (!mayRemoveComment(comment, comment.uploadAuthorId, viewer)) throw new Refusal(whyNot(comment, viewer));
      // The comment's author reads the reason.
      if (viewer.silencedUntil && body.reason !== '' && comment.authorId !== viewer.profileId)
        throw new Refusal('silenced', { meta: { until: viewer.silencedUntil.toISOString() } });
      await takeDownComment(ctx, tx, viewer, comment, body.reason);
    });
    return done;
  },
  async 'POST /uploads/comments/:commentId/restore'(ctx, { viewer, params }) {
    await ctx.db.tx(async (tx) => {
      const comment = await seenComment(tx, params.commentId, viewer, true);
      if (!mayRestoreComment(comment, comment.uploadAuthorId, viewer)) throw new Refusal(whyNot(comment, viewer));
      await bringBackComment(ctx, tx, viewer, comment);
    });
    return done;
  },
  async 'GET /uploads/comments/:commentId/history'(ctx, { viewer, params }) {
    const comment = await seenComment(ctx.db, params.commentId, viewer);
    // Of a removed one, who may not restore it reads nothing.
    if (!maySee(comment, viewer) && !mayRestoreComment(comment, comment.uploadAuthorId, viewer))
      throw new Refusal('comment_not_found');
    return await textHistory(ctx, viewer, comment.id, await commentVersion(ctx.db, comment.id));
  },
  async 'PUT /uploads/comments/:commentId/mark'(ctx, { viewer, params, body }) {
    await markComment(ctx, viewer, params.commentId, body.mark);
    const [comment] = await readComments(ctx, viewer, [params.commentId]);
    return comment!;
  },
  async 'GET /uploads/:uploadId/tracks/:trackId/moments'(ctx, { viewer, params }) {
    return { items: await readMoments(ctx, viewer, params.uploadId, params.trackId) };
  },
  'POST /uploads/:uploadId/tracks/:trackId/plays': (ctx, { caller, params }) =>
    beginPlay(ctx, caller, params.uploadId, params.trackId),
  async 'PUT /uploads/plays/:playId'(ctx, { caller, params }) {
    return { counted: await finishPlay(ctx, caller, params.playId) };
  },
  async 'PUT /uploads/:uploadId/tracks/:trackId/terms'(ctx, { viewer, params, body }) {
    await changeTerms(ctx, viewer, params.uploadId, params.trackId, body);
    return await readUpload(ctx, viewer, params.uploadId);
  },
  async 'GET /uploads/:uploadId/tracks/:trackId/versions'(ctx, { viewer, params }) {
    return { items: await trackVersions(ctx, viewer, params.uploadId, params.trackId) };
  },
  async 'POST /uploads/:uploadId/tracks/:trackId/versions'(ctx, { viewer, params, body }) {
    await exchangeSound(ctx, viewer, params.uploadId, params.trackId, body.fileId);
    return await readUpload(ctx, viewer, params.uploadId);
  },
  async 'GET /composer'(ctx, { viewer }) {
    const [tags, mayUseBanner, maxBytes] = await Promise.all([
      trendingTags(ctx),
      can(ctx, viewer.profileId, 'custom_banner'),
      uploadMaxBytes(ctx, viewer.profileId),
    ]);
    return {
      level: levelForXp(viewer.xp),
      xp: viewer.xp,
      credits: viewer.credits,
      tags: tags.map((row) => row.tag),
      mayUseBanner,
      maxBytes,
    };
  },
});
