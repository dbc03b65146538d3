import { feed } from '#features/feed/contract/endpoints.ts';
import { levelForXp } from '#people/ledger/contract/ranks.ts';
import { answerHandlers, contentHandlers } from '#content/core/server/handlers.ts';
import { like } from '#content/core/server/reactions/likes.ts';
import { visibilityOf } from '#content/core/server/present.ts';
import { can } from '#people/ledger/server/actions.ts';
import { fileMaxBytes } from '#content/media/server/actions.ts';
import { routes } from '#platform/server/http/route.ts';
import { comments, markComment, readTimedComments } from './comments/comments.ts';
import { listUploads, newerUploads } from './list/list.ts';
import { beginPlay, finishPlay } from './plays/plays.ts';
import { uploadLive } from './publish.ts';
import { uploads } from './read.ts';
import { tagsBeginning, trendingTags } from './list/trending.ts';
import { upload } from './types.ts';
import { changeDetails, trackDetails } from './tracks/details.ts';
import { changeTerms, exchangeSound, trackVersions } from './tracks/versions.ts';
import { vote } from './polls/votes.ts';
import { changeVisibility, createUpload, editUpload } from './write-upload.ts';

const ofUpload = contentHandlers(upload);
const ofComment = answerHandlers(comments);

export const feedRoutes = routes(feed, {
  'GET /uploads': (ctx, { viewer, query }) => listUploads(ctx, viewer, query),
  async 'GET /uploads/newer'(ctx, { viewer, query }) {
    return { count: await newerUploads(ctx, viewer, query.than) };
  },
  async 'GET /uploads/tags'(ctx, { query: { q } }) {
    return { items: [...(q === undefined ? await trendingTags(ctx) : await tagsBeginning(ctx, q))] };
  },
  async 'POST /uploads'(ctx, { viewer, body }) {
    const { id, state, notice } = await createUpload(ctx, viewer, body);
    return { id, visibility: visibilityOf(state), notice };
  },
  'GET /uploads/:uploadId': (ctx, { viewer, params }) => uploads.read(ctx, viewer, params.uploadId),
  async 'PATCH /uploads/:uploadId'(ctx, { viewer, params, body }) {
    await editUpload(ctx, viewer, params.uploadId, body);
    return await uploads.read(ctx, viewer, params.uploadId);
  },
  async 'PUT /uploads/:uploadId/visibility'(ctx, { viewer, params, body }) {
    await changeVisibility(ctx, viewer, params.uploadId, body.visibility);
    return await uploads.read(ctx, viewer, params.uploadId);
  },
  'DELETE /uploads/:uploadId': ofUpload.remove,
  'POST /uploads/:uploadId/restore': ofUpload.restore,
  'GET /uploads/:uploadId/history': ofUpload.history,
  'PUT /uploads/:uploadId/like': (ctx, { viewer, params: { uploadId: id }, body }) =>
    like(ctx, viewer, upload, id, body.on, (tx, likeCount) =>
      uploadLive.hint(ctx, tx, id, 'likes_changed', { id, likeCount }),
    ),
  'PUT /uploads/:uploadId/vote': (ctx, { viewer, params, body }) => vote(ctx, viewer, params.uploadId, body.optionId),
  'GET /uploads/:uploadId/comments': ofComment.page,
  async 'POST /uploads/:uploadId/comments'(ctx, input) {
    const { answer: comment, seq } = await ofComment.create(ctx, input);
    return { comment, seq };
  },
  'GET /uploads/comments/:commentId': ofComment.read,
  'PATCH /uploads/comments/:commentId': ofComment.edit,
  'DELETE /uploads/comments/:commentId': ofComment.remove,
  'POST /uploads/comments/:commentId/restore': ofComment.restore,
  'GET /uploads/comments/:commentId/history': ofComment.history,
  async 'PUT /uploads/comments/:commentId/mark'(ctx, { viewer, params, body }) {
    await markComment(ctx, viewer, params.commentId, body.mark);
    return await comments.read(ctx, viewer, params.commentId);
  },
  async 'GET /uploads/:uploadId/tracks/:trackId/timed-comments'(ctx, { viewer, params }) {
    return { items: await readTimedComments(ctx, viewer, params.uploadId, params.trackId) };
  },
  'POST /uploads/:uploadId/tracks/:trackId/plays': (ctx, { caller, params, query }) =>
    beginPlay(ctx, caller, params.uploadId, params.trackId, query.link),
  async 'PUT /uploads/plays/:playId'(ctx, { caller, params }) {
    return { counted: await finishPlay(ctx, caller, params.playId) };
  },
  async 'PUT /uploads/:uploadId/tracks/:trackId/terms'(ctx, { viewer, params, body }) {
    await changeTerms(ctx, viewer, params.uploadId, params.trackId, body);
    return await uploads.read(ctx, viewer, params.uploadId);
  },
  async 'GET /uploads/:uploadId/tracks/:trackId/details'(ctx, { viewer, params }) {
    return await trackDetails(ctx, viewer, params.uploadId, params.trackId);
  },
  async 'PUT /uploads/:uploadId/tracks/:trackId/details'(ctx, { viewer, params, body }) {
    await changeDetails(ctx, viewer, params.uploadId, params.trackId, body);
    return await uploads.read(ctx, viewer, params.uploadId);
  },
  async 'GET /uploads/:uploadId/tracks/:trackId/versions'(ctx, { viewer, params }) {
    return { items: await trackVersions(ctx, viewer, params.uploadId, params.trackId) };
  },
  async 'POST /uploads/:uploadId/tracks/:trackId/versions'(ctx, { viewer, params, body }) {
    await exchangeSound(ctx, viewer, params.uploadId, params.trackId, body.fileId);
    return await uploads.read(ctx, viewer, params.uploadId);
  },
  async 'GET /composer'(ctx, { viewer }) {
    const [tags, mayUseBanner, maxBytes] = await Promise.all([
      trendingTags(ctx),
      can(ctx, viewer.profileId, 'custom_banner'),
      fileMaxBytes(ctx, viewer.profileId),
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
