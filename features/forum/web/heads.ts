import { authorship, interactions } from '#content/core/web/page/structured-data.ts';
import { previewOf } from '#content/media/web/pictures.ts';
import { type HeadSite, closedHead, drawnPicture, pageHead } from '#platform/web/lib/page/page-head.ts';
import type { Post } from '#features/forum/contract/endpoints.ts';

const feedLink = (href: string, title: string) => ({ rel: 'alternate', type: 'application/atom+xml', href, title });

/** Head of the list. `label` is empty for all posts. */
export function listHead(site: HeadSite, category: string, label: string) {
  const title = label === '' ? 'Forum' : `${label} · Forum`;
  const description =
    label === ''
      ? `What members of ${site.name} talk about: music, mixing, video, gear.`
      : `${label}: posts on ${site.name}.`;
  const query = category === '' ? '' : `?category=${encodeURIComponent(category)}`;
  return pageHead(site, {
    path: `/forum${query}`,
    title,
    description,
    links: category === 'nsfw' ? [] : [feedLink(`/forum.atom${query}`, title)],
    isUnlisted: category === 'nsfw',
  });
}

/**
 * Head of a post: for search engines and link previews, neither of whom is signed in. It has nothing of a post that is
 * 18+, held or removed. Null is a post for adults alone.
 */
export function postHead(site: HeadSite, post: PostFacts | null, isForMember: boolean) {
  if (!post) return closedHead(site, '18+');
  const path = `/forum/post/${post.id}`;
  if (post.visibility !== 'published' || post.isAdult) return closedHead(site, post.isAdult ? '18+' : post.title, path);
  return pageHead(site, {
    path,
    title: post.title,
    description: post.summary,
    author: post.authorName,
    type: 'article',
    picture: post.picture ?? drawnPicture('post', post.id, [post.title, post.authorName]),
    properties: { 'article:published_time': post.createdAt },
    ...(import.meta.env.SSR && { data: discussion(site, post, site.url + path) }),
    links: [feedLink(`${path}/replies.atom`, 'Replies')],
    isForMember,
  });
}

/** The fields of a post that the head needs, as small loader data. */
export type PostFacts = ReturnType<typeof postFacts>;

/** Picks the fields of a post that its head needs. */
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
    picture: post.files.flatMap((file) => previewOf(file) ?? [])[0] ?? null,
  };
}

function discussion(site: HeadSite, post: PostFacts, url: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'DiscussionForumPosting',
    '@id': url,
    url,
    headline: post.title,
    text: post.summary,
    ...(post.isLocked && { isAccessibleForFree: false }),
    ...authorship(site, post),
    commentCount: post.replyCount,
    interactionStatistic: [
      interactions('CommentAction', post.replyCount),
      interactions('LikeAction', post.reactionCount),
    ],
  };
}
