import { Bell, Bookmark, EyeOff, Link2, Lock, LockOpen, Pin, TextQuote } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Post } from '#features/forum/contract/endpoints.ts';
import { forum } from '#features/forum/contract/limits.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { ImageGrid } from '#content/media/web/image-grid.tsx';
import { AvatarLink } from '#people/profiles/web/avatar-link.tsx';
import { PersonName } from '#people/profiles/web/person-name.tsx';
import { Badge } from '#platform/web/ui/members/badge.tsx';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { classes } from '#platform/web/ui/classes.ts';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { usePostActions } from '#features/forum/web/actions.ts';
import { glowStyle, haloStyle } from '#content/core/web/banner-style.ts';
import { categoryAddress } from '#features/forum/web/list/categories.ts';
import { EditButtons, useContentMenu } from '#content/core/web/content-controls.tsx';
import { copyLink } from '#content/core/web/content-menu.tsx';
import { ContentNotice } from '#content/core/web/content-notice.tsx';
import { EditedMark } from '#content/core/web/edited-mark.tsx';
import { lateForm } from '#content/core/web/editor/late-form.tsx';
import { Contents } from './contents.tsx';
import { LockedText } from './locked-text.tsx';
import { latePart } from '#platform/web/ui/late-part.tsx';
import type { PostMediaProps } from './post-media.tsx';
import { ReactionBar } from '#content/core/web/reaction-bar.tsx';
import { useRevealed } from '#content/core/web/revealed.ts';
import { RichText, RichTextWithFiles } from '#platform/web/ui/rich-text.tsx';
import { TipButton } from './tip-button.tsx';

const EditPost = lateForm('post', () => import('./edit-post.tsx'));
const PostMedia = latePart<PostMediaProps>(() => import('./post-media.tsx'), {
  name: 'The player',
  notice: 'place',
  waiting: ({ file }) => <PlainMedia file={file} />,
});

/** The post itself: banner, title, author, text, and what can be done to it. */
export function PostArticle({ post, onQuote }: { post: Post; onQuote: (text: HTMLElement) => Promise<void> }) {
  const { viewer } = useAuth();
  const actions = usePostActions(post);
  const [shown, reveal] = useRevealed(post);
  const [editing, setEditing] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const banner = shown ? post.customBanner : null;
  const onEdit = post.can.edit && !editing ? () => setEditing(true) : undefined;
  const copy = () => copyLink(`/forum/post/${post.id}`);
  const { menu, windows, isOwn, openHistory } = useContentMenu(post, {
    kind: 'forum_post',
    noun: 'post',
    authorId: post.author.id,
    address: `/forum/post/${post.id}`,
    label: 'More about this post',
    hasHistory: post.cut === null,
    actions,
    onEdit,
    more: {
      isPinLocked: post.can.pinLocked,
      isPinned: post.isPinned,
      onPin: post.can.pin ? () => void actions.pin(!post.isPinned) : undefined,
      // Visitors have a button for it.
      ...(!viewer && { onCopyLink: undefined }),
    },
  });
  const glow = glowStyle(banner);
  return (
    <div className={classes(glow && '-mx-2.5 -mt-2.5')} style={glow && haloStyle}>
      <article
        aria-labelledby="post-title"
        className={banner ? 'overflow-hidden rounded-card border border-hairline bg-surface' : 'own-page'}
        style={glow}
      >
        {banner?.imageUrl && (
          <img alt="" className="h-28 w-full border-b border-hairline object-cover md:h-40" src={banner.imageUrl} />
        )}
        <div className="p-4 md:px-6 md:pt-6 md:pb-5 [.own-page>&]:px-0 [.own-page>&]:pt-0">
          <header>
            <h1 className="heading-widest text-2xl break-words md:text-3xl" id="post-title" tabIndex={-1}>
              {post.isPinned && (
                <Pin
                  aria-label="Pinned"
                  className="me-2 inline align-[-0.08em] text-primary-text"
                  role="img"
                  size={22}
                />
              )}
              {post.title}
            </h1>
            <Byline isOpen={post.cut === null && !isOwn} onHistory={openHistory} post={post} />
          </header>
          <ContentNotice className="mt-4" notice={post.notice} visibility={post.visibility} />
          {editing ? (
            <div className="mt-4">
              <EditPost
                maxLength={forum.contentMax}
                onClose={() => setEditing(false)}
                post={post}
                save={actions.save}
              />
            </div>
          ) : (
            <div className="relative mt-4" ref={body}>
              {shown && post.contents && (
                <details className="mb-4 rounded-control border border-hairline px-3 py-2 xl:hidden">
                  <summary className="cursor-pointer font-semibold">Contents</summary>
                  <Contents of={post.contents} />
                </details>
              )}
              <PostBody onReveal={reveal} post={post} shown={shown} />
            </div>
          )}
        </div>
        <footer className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-hairline px-3 py-2 md:px-5 [.own-page>&]:px-0">
          <ReactionBar
            canReact={post.can.react}
            counts={post.reactions}
            onChoose={(reaction) => void actions.react(reaction)}
            open
          />
          <PostActions
            actions={actions}
            onCopy={viewer ? undefined : copy}
            onEdit={onEdit}
            onQuote={() => body.current && void onQuote(body.current)}
            post={post}
          >
            {menu}
          </PostActions>
        </footer>
      </article>
      {windows}
    </div>
  );
}

/** The browser's own player where no script runs; else the room of the site's. */
function PlainMedia({ file: { kind, url, name, width, height } }: Pick<PostMediaProps, 'file'>) {
  const isVideo = kind === 'video';
  const Media = isVideo ? 'video' : 'audio';
  const aspectRatio = width && height ? Math.min(2.4, Math.max(0.8, width / height)) : 16 / 9;
  return (
    <>
      {url !== null && (
        <noscript>
          <Media aria-label={name} className="w-full" controls preload="none" src={url} />
        </noscript>
      )}
      <div
        className="needs-script h-27 rounded-control bg-sunken"
        style={isVideo ? { aspectRatio, height: 'auto' } : undefined}
      />
    </>
  );
}

const isPicture = ({ kind }: Post['files'][number]): boolean => kind === 'image';

/** The text and the files: locked, covered or whole. */
function PostBody({ post, shown, onReveal }: { post: Post; shown: boolean; onReveal: () => void }) {
  if (!shown)
    return (
      <>
        <div aria-hidden="true" className="max-h-72 min-h-24 overflow-hidden blur-md select-none" inert>
          <RichText className="prose-lead" html={post.html} />
        </div>
        <div className="absolute inset-0 grid place-items-center">
          <Button icon={<EyeOff aria-hidden="true" size={16} />} onClick={onReveal}>
            Show 18+ post
          </Button>
        </div>
      </>
    );
  if (post.cut !== null) return <LockedText cut={post.cut} post={post} />;
  // Text that looks like the mark of a place is escaped.
  const below = post.files.filter((file) => !post.html.includes(`<div data-file="${file.id}">`));
  const [images, media] = [below.filter(isPicture), below.filter((file) => !isPicture(file))];
  const among = post.files.filter(isPicture);
  return (
    <>
      {post.html !== '' && (
        <RichTextWithFiles
          className="prose-lead"
          renderFile={(id) => {
            const file = post.files.find((one) => one.id === id);
            if (!file) return null;
            if (!isPicture(file)) return <PostMedia file={file} post={post} />;
            return <ImageGrid all among={among} files={[file]} first={false} title={post.title} />;
          }}
          html={post.html}
        />
      )}
      {below.length > 0 && (
        <div className={classes('grid grid-cols-[minmax(0,1fr)] gap-4', post.html !== '' && 'mt-4')}>
          {images.length > 0 && (
            <ImageGrid all among={among} files={images} first={post.html === ''} title={post.title} />
          )}
          {media.map((file) => (
            <PostMedia file={file} key={file.id} post={post} />
          ))}
        </div>
      )}
    </>
  );
}

/** What can be done to the post. @param onEdit undefined while it is edited @param children its menu */
function PostActions({
  post,
  actions,
  onEdit,
  onCopy,
  onQuote,
  children,
}: {
  post: Post;
  actions: ReturnType<typeof usePostActions>;
  onEdit: (() => void) | undefined;
  onCopy: (() => void) | undefined;
  onQuote: () => void;
  children: ReactNode;
}) {
  const { viewer } = useAuth();
  return (
    <div className="ms-auto flex flex-wrap items-center justify-end gap-0.5">
      <TipButton post={post} />
      {post.can.reply && !post.isLocked && (
        <IconButton
          data-quotes=""
          icon={<TextQuote aria-hidden="true" size={17} />}
          label="Quote"
          onClick={onQuote}
          // The selection that is to be quoted stays.
          onPointerDown={(event) => event.preventDefault()}
          size="sm"
        />
      )}
      {viewer && (
        <>
          <Toggle icon={Bookmark} label="Bookmark" on={post.bookmarked} onPress={() => void actions.bookmark()} />
          <Toggle icon={Bell} label="Watch" on={post.watching} onPress={() => void actions.watch()} />
        </>
      )}
      <EditButtons
        onEdit={onEdit}
        onReach={EditPost.preload}
        onRestore={post.can.restore ? () => void actions.restore() : null}
      />
      {onCopy && (
        <Button icon={<Link2 aria-hidden="true" size={16} />} onClick={onCopy} size="sm" variant="ghost">
          Copy link
        </Button>
      )}
      {children}
    </div>
  );
}

/** @param isOpen a locked text that this reader may read. */
function Byline({ post, isOpen, onHistory }: { post: Post; isOpen: boolean; onHistory: () => void }) {
  return (
    <div className="mt-3 flex items-center gap-3">
      <AvatarLink person={post.author} />
      <div className="min-w-0 text-sm">
        <PersonName className="text-base leading-6" person={post.author} />
        <p className="flex flex-wrap items-center gap-x-2 leading-6 text-faint">
          <AppLink
            className="touch-target relative inline-block min-h-6 text-secondary-text hover:underline"
            to={categoryAddress(post.category.name ?? post.category.id)}
          >
            {post.category.label}
          </AppLink>
          <RelativeTime date={post.createdAt} />
          <EditedMark content={post} hasTime onHistory={post.cut === null ? onHistory : undefined} />
          {post.isAdult && post.category.name !== 'nsfw' && <Badge>18+</Badge>}
          {post.isLocked && <LockBadge isOpen={isOpen} />}
        </p>
      </div>
    </div>
  );
}

function LockBadge({ isOpen }: { isOpen: boolean }) {
  const Icon = isOpen ? LockOpen : Lock;
  return (
    <Badge icon={<Icon aria-hidden="true" size={12} />} tone="accent">
      {isOpen ? 'Unlocked' : 'Locked'}
    </Badge>
  );
}

function Toggle({
  icon: Icon,
  label,
  on,
  onPress,
}: {
  icon: typeof Bookmark;
  label: string;
  on: boolean;
  onPress: () => void;
}) {
  return (
    <IconButton
      aria-pressed={on}
      icon={<Icon aria-hidden="true" fill={on ? 'currentColor' : 'none'} size={17} />}
      label={label}
      onClick={onPress}
      size="sm"
    />
  );
}
