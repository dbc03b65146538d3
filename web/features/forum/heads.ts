import { previewOf } from '#web/features/media/pictures.ts';
import type { Post } from '#contract/forum.ts';

/** What a page's head needs of the site. */
interface Site {
  readonly name: string;
  readonly url: string;
}

const noindex = { name: 'robots', content: 'noindex' };

/** Head of the list. `label` is empty for all posts. */
export function listHead(site: Site, category: string, label: string) {
  const title = label === '' ? 'Forum' : `${label} · Forum`;
  const description =
    label === ''
      ? `What members of ${site.name} talk about: music, mixing, video, gear.`
      : `${label}: posts on ${site.name}.`;
  const url = `${site.url}/forum${category === '' ? '' : `?category=${encodeURIComponent(category)}`}`;
  return {
    meta: [
      { title: `${title} · ${site.name}` },
      { name: 'description', content: description },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      { property: 'og:type', content: 'website' },
      { property: 'og:url', content: url },
      { name: 'twitter:card', content: 'summary' },
      ...(category === 'nsfw' ? [noindex] : []),
    ],
    links: [
      { rel: 'canonical', href: url },
      { rel: 'alternate', type: 'application/atom+xml', href: '/forum.atom', title: 'Forum' },
    ],
  };
}

/**
 * Head of a post: for search engines and link previews, neither of whom is signed in. It has nothing of a post that is
 * 18+, held or removed. Null is a post for adults alone.
 */
export function postHead(site: Site, post: PostFacts | null, isMember: boolean) {
  if (!post) return { meta: [{ title: `18+ · ${site.name}` }, noindex] };
  const url = `${site.url}/forum/post/${post.id}`;
  const isOpen = post.visibility === 'published' && !post.isAdult;
  if (!isOpen) {
    return {
      meta: [{ title: `${post.isAdult ? '18+' : post.title} · ${site.name}` }, noindex],
      links: [{ rel: 'canonical', href: url }],
    };
  }
  const links = [
    { rel: 'canonical', href: url },
    { rel: 'alternate', type: 'application/atom+xml', href: '/forum.atom', title: 'Forum' },
  ];
  const meta = [{ title: `${post.title} · ${site.name}` }, { name: 'description', content: post.summary }];
  if (isMember) return { meta, links };
  const image = post.imageUrl === null ? null : `${site.url}${post.imageUrl}`;
  return {
    meta: [
      ...meta,
      { name: 'author', content: post.authorName },
      { property: 'og:title', content: post.title },
      { property: 'og:description', content: post.summary },
      { property: 'og:type', content: 'article' },
      { property: 'og:url', content: url },
      { property: 'article:published_time', content: post.createdAt },
      ...(image === null ? [] : [{ property: 'og:image', content: image }]),
      { name: 'twitter:card', content: image === null ? 'summary' : 'summary_large_image' },
      { name: 'twitter:title', content: post.title },
      { name: 'twitter:description', content: post.summary },
      // For those who fetch pages: the browser has no use for it, nor for what makes it.
      ...(import.meta.env.SSR ? [{ 'script:ld+json': discussion(site, post, url) }] : []),
    ],
    links,
  };
}

/** What the head needs of a post: loader data, kept small. */
export type PostFacts = ReturnType<typeof postFacts>;

/** Takes from a post what its head needs. */
export function postFacts(post: Post) {
  return {
    id: post.id,
    title: post.title,
    summary: post.summary,
    authorName: post.author.displayName,
    authorUsername: post.author.id === null ? null : post.author.username,
    createdAt: post.createdAt,
    editedAt: post.editedAt,
    replyCount: post.replyCount,
    reactionCount: post.reactions.reduce((sum, entry) => sum + entry.count, 0),
    visibility: post.visibility,
    isAdult: post.isAdult,
    isLocked: post.isLocked,
    imageUrl: (post.files[0] && previewOf(post.files[0])?.url) ?? post.customBanner?.imageUrl ?? null,
  };
}

function discussion(site: Site, post: PostFacts, url: string) {
  const count = (kind: string, number: number) => ({
    '@type': 'InteractionCounter',
    interactionType: `https://schema.org/${kind}`,
    userInteractionCount: number,
  });
  return {
    '@context': 'https://schema.org',
    '@type': 'DiscussionForumPosting',
    '@id': url,
    url,
    headline: post.title,
    text: post.summary,
    ...(post.isLocked && { isAccessibleForFree: false }),
    datePublished: post.createdAt,
    ...(post.editedAt !== null && { dateModified: post.editedAt }),
    author: {
      '@type': 'Person',
      name: post.authorName,
      ...(post.authorUsername !== null && { url: `${site.url}/profile/${post.authorUsername}` }),
    },
    commentCount: post.replyCount,
    interactionStatistic: [count('CommentAction', post.replyCount), count('LikeAction', post.reactionCount)],
  };
}
