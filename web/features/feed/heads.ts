import type { Upload } from '#contract/feed.ts';
import { previewOf } from '#web/features/media/pictures.ts';
import { type FeedFilter, feedAddress, feedKinds, feedLink } from './filter.ts';

/** What a page's head needs of the site. */
interface Site {
  readonly name: string;
  readonly url: string;
}

const noindex = { name: 'robots', content: 'noindex' };

/** Head of a feed. */
export function feedHead(site: Site, filter: FeedFilter) {
  const kind = feedKinds.find(({ value }) => value === filter.kind && value !== '')?.label;
  const title = [filter.tag && `#${filter.tag}`, kind, filter.author && `by @${filter.author}`, 'Uploads']
    .filter(Boolean)
    .join(' · ');
  const url = site.url + feedAddress(filter);
  const description = `What members of ${site.name} share: tracks, pictures, videos and words, newest first.`;
  return {
    meta: [
      { title: `${title} · ${site.name}` },
      { name: 'description', content: description },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      { property: 'og:type', content: 'website' },
      { property: 'og:url', content: url },
      { name: 'twitter:card', content: 'summary' },
    ],
    links: [{ rel: 'canonical', href: url }, feedLink],
  };
}

/** Head of an 18+ upload, for whoever has not said to be an adult. */
export const adultHead = (site: Site) => ({ meta: [{ title: `18+ · ${site.name}` }, noindex] });

/** What the head needs of an upload: loader data, kept small. */
export type UploadFacts = ReturnType<typeof uploadFacts>;

/** Takes from an upload what its head needs. */
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
 * Head of an upload: for search engines and link previews. It has nothing of an upload that is 18+, held or removed.
 */
export function uploadHead(site: Site, upload: UploadFacts) {
  const url = `${site.url}/uploads/${upload.id}`;
  if (upload.visibility !== 'published' || upload.isAdult) {
    return {
      meta: [{ title: `${upload.isAdult ? '18+' : upload.title} · ${site.name}` }, noindex],
      links: [{ rel: 'canonical', href: url }],
    };
  }
  const description = upload.summary === '' ? `Shared by ${upload.authorName} on ${site.name}.` : upload.summary;
  const { preview } = upload;
  return {
    meta: [
      { title: `${upload.title} · ${site.name}` },
      { name: 'description', content: description },
      { name: 'author', content: upload.authorName },
      { property: 'og:title', content: upload.title },
      { property: 'og:description', content: description },
      {
        property: 'og:type',
        content: upload.kind === null || upload.kind === 'archive' ? 'article' : types[upload.kind],
      },
      { property: 'og:url', content: url },
      ...(preview
        ? [
            { property: 'og:image', content: site.url + preview.url },
            { property: 'og:image:width', content: String(preview.width) },
            { property: 'og:image:height', content: String(preview.height) },
          ]
        : []),
      ...(upload.kind === 'audio' && upload.mediaUrl !== null
        ? [{ property: 'og:audio', content: site.url + upload.mediaUrl }]
        : []),
      ...(upload.kind === 'video' && upload.mediaUrl !== null
        ? [{ property: 'og:video', content: site.url + upload.mediaUrl }]
        : []),
      { name: 'twitter:card', content: preview ? 'summary_large_image' : 'summary' },
      { name: 'twitter:title', content: upload.title },
      { name: 'twitter:description', content: description },
      ...(preview ? [{ name: 'twitter:image', content: site.url + preview.url }] : []),
      // For those who fetch pages: the browser has no use for it, nor for what makes it.
      ...(import.meta.env.SSR ? [{ 'script:ld+json': posting(site, upload, url, description) }] : []),
    ],
    links: [
      { rel: 'canonical', href: url },
      feedLink,
      // For programs that read the page as it comes.
      ...(upload.kind === 'audio' && import.meta.env.SSR ? [oembedLink(site.url, url)] : []),
    ],
  };
}

const mediaTypes = { audio: 'AudioObject', video: 'VideoObject', image: 'ImageObject' } as const;

function posting(site: Site, upload: UploadFacts, url: string, description: string) {
  const count = (kind: string, number: number) => ({
    '@type': 'InteractionCounter',
    interactionType: `https://schema.org/${kind}`,
    userInteractionCount: number,
  });
  const picture = upload.preview === null ? null : site.url + upload.preview.url;
  return {
    '@context': 'https://schema.org',
    '@type': 'SocialMediaPosting',
    '@id': url,
    url,
    headline: upload.title,
    articleBody: upload.summary,
    datePublished: upload.createdAt,
    ...(upload.editedAt !== null && { dateModified: upload.editedAt }),
    author: {
      '@type': 'Person',
      name: upload.authorName,
      ...(upload.authorUsername !== null && { url: `${site.url}/profile/${upload.authorUsername}` }),
    },
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
      count('CommentAction', upload.commentCount),
      count('LikeAction', upload.likeCount),
      ...(upload.kind === 'audio' ? [count('ListenAction', upload.playCount)] : []),
    ],
  };
}
