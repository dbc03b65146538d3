import type { Upload } from '#features/feed/contract/endpoints.ts';
import { authorship, interactions } from '#content/core/web/page/structured-data.ts';
import { previewOf } from '#content/media/web/pictures.ts';
import { type HeadSite, closedHead, drawnPicture, pageHead } from '#platform/web/lib/page/page-head.ts';
import { type FeedFilter, feedAddress, feedKinds, feedLink } from './list/filter.ts';

/** Head of a feed. */
export function feedHead(site: HeadSite, filter: FeedFilter) {
  const kind = feedKinds.find(({ value }) => value === filter.kind && value !== '')?.label;
  const title = [filter.tag && `#${filter.tag}`, kind, filter.author && `by @${filter.author}`, 'Uploads']
    .filter(Boolean)
    .join(' · ');
  return pageHead(site, {
    path: feedAddress(filter),
    title,
    description: `What members of ${site.name} share: tracks, pictures, videos and words, newest first.`,
    links: [feedLink],
  });
}

/** The fields of an upload that the head needs, as small loader data. */
export type UploadFacts = ReturnType<typeof uploadFacts>;

/** Picks the fields of an upload that its head needs. */
export function uploadFacts(upload: Upload) {
  const media = upload.files[0];
  const pictured = upload.files.find((file) => previewOf(file) !== null);
  return {
    id: upload.id,
    title: upload.title,
    summary: upload.summary,
    authorName: upload.author.displayName,
    authorUsername: upload.author.id === null ? null : upload.author.username,
    createdAt: upload.createdAt,
    editedAt: upload.editedAt,
    likeCount: upload.likeCount,
    commentCount: upload.commentCount,
    playCount: upload.playCount,
    visibility: upload.visibility,
    isAdult: upload.isAdult,
    tags: upload.tags,
    kind: media?.kind ?? null,
    mediaUrl: media?.url ?? null,
    durationMs: media?.durationMs ?? null,
    /** The sound whose waveform its preview shows. */
    sound: media?.wave ? media.id : '',
    preview: pictured ? previewOf(pictured) : null,
  };
}

/** Programs find the small player by it. */
const oembedLink = (site: string, url: string) => ({
  rel: 'alternate',
  type: 'application/json+oembed',
  href: `${site}/oembed?url=${encodeURIComponent(url)}`,
});

const types = { audio: 'music.song', video: 'video.other', image: 'article' } as const;

/**
 * Head of an upload: for search engines and link previews. It has nothing of an upload that is 18+, held or removed. Null
 * is an upload for adults alone.
 */
export function uploadHead(site: HeadSite, upload: UploadFacts | null) {
  if (!upload) return closedHead(site, '18+');
  const path = `/uploads/${upload.id}`;
  const url = site.url + path;
  if (upload.visibility !== 'published' || upload.isAdult)
    return closedHead(site, upload.isAdult ? '18+' : upload.title, path);
  const description = upload.summary === '' ? `Shared by ${upload.authorName} on ${site.name}.` : upload.summary;
  const media = upload.mediaUrl === null ? null : site.url + upload.mediaUrl;
  return pageHead(site, {
    path,
    title: upload.title,
    description,
    author: upload.authorName,
    type: upload.kind === null || upload.kind === 'archive' ? 'article' : types[upload.kind],
    picture: upload.preview ?? drawnPicture('upload', upload.id, [upload.title, upload.authorName, upload.sound]),
    properties:
      media === null || !(upload.kind === 'audio' || upload.kind === 'video') ? {} : { [`og:${upload.kind}`]: media },
    ...(import.meta.env.SSR && { data: posting(site, upload, url, description) }),
    // For programs that read the page as it comes.
    links: [feedLink, ...(upload.kind === 'audio' && import.meta.env.SSR ? [oembedLink(site.url, url)] : [])],
  });
}

const mediaTypes = { audio: 'AudioObject', video: 'VideoObject', image: 'ImageObject' } as const;

function posting(site: HeadSite, upload: UploadFacts, url: string, description: string) {
  const picture = upload.preview === null ? null : site.url + upload.preview.url;
  return {
    '@context': 'https://schema.org',
    '@type': 'SocialMediaPosting',
    '@id': url,
    url,
    headline: upload.title,
    articleBody: upload.summary,
    ...authorship(site, upload),
    ...(upload.tags.length > 0 && { keywords: upload.tags.join(', ') }),
    ...(picture !== null && { image: picture }),
    ...(upload.kind !== null &&
      upload.kind !== 'archive' &&
      upload.mediaUrl !== null && {
        sharedContent: {
          '@type': mediaTypes[upload.kind],
          name: upload.title,
          description,
          contentUrl: site.url + upload.mediaUrl,
          uploadDate: upload.createdAt,
          ...(picture !== null && { thumbnailUrl: picture }),
          ...(upload.durationMs !== null && { duration: `PT${Math.round(upload.durationMs / 1000)}S` }),
        },
      }),
    commentCount: upload.commentCount,
    interactionStatistic: [
      interactions('CommentAction', upload.commentCount),
      interactions('LikeAction', upload.likeCount),
      ...(upload.kind === 'audio' ? [interactions('ListenAction', upload.playCount)] : []),
    ],
  };
}
