import { Bell, Bookmark, EyeOff, Link2, Lock, LockOpen, Pencil, Pin, RotateCcw, TextQuote } from 'lucide-react';
import { useRef, useState } from 'react';
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
import { ContentDialogs } from '#content/core/web/content-dialogs.tsx';
import { ContentMenu, type OpenDialog, copyLink } from '#content/core/web/content-menu.tsx';
import { ContentNotice } from '#content/core/web/content-notice.tsx';
import { EditedMark } from '#content/core/web/edited-mark.tsx';
import { lateForm } from '#content/core/web/editor/late-form.tsx';
import { LockedText } from './locked-text.tsx';
import { ReactionBar } from '#content/core/web/reaction-bar.tsx';
import { useRevealed } from '#content/core/web/revealed.ts';
import { RichText } from '#platform/web/ui/rich-text.tsx';
import { selectedText } from './quote.ts';
import { TipButton } from './tip-button.tsx';

const EditPost = lateForm('post', () => import('./edit-post.tsx'));

/** The post itself: banner, title, author, text, and what can be done to it. */
export function PostArticle({ post, onQuote }: { post: Post; onQuote: (text: string) => void }) {
  const { viewer } = useAuth();
  const actions = usePostActions(post);
  const [shown, reveal] = useRevealed(post);
  const [editing, setEditing] = useState(false);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const body = useRef<HTMLDivElement>(null);
  const banner = shown ? post.customBanner : null;
  const isOwn = viewer !== null && viewer.id === post.author.id;
  const glow = glowStyle(banner);
  return (
    <div className={classes(glow && '-mx-2.5 -mt-2.5')} style={glow && haloStyle}>
      <article
        aria-labelledby="post-title"
        className="overflow-hidden rounded-card border border-hairline bg-surface"
        style={glow}
      >
        {banner?.imageUrl && (
          <img alt="" className="h-28 w-full border-b border-hairline object-cover md:h-40" src={banner.imageUrl} />
        )}
        <div className="p-4 md:px-6 md:pt-6 md:pb-5">
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
            <Byline isOpen={post.cut === null && !isOwn} onHistory={() => setDialog('history')} post={post} />
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
              <PostBody onReveal={reveal} post={post} shown={shown} />
            </div>
          )}
        </div>
        <footer className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-hairline px-3 py-2 md:px-5">
          <ReactionBar
            canReact={post.can.react}
            counts={post.reactions}
            onChoose={(reaction) => void actions.react(reaction)}
            open
          />
          <PostActions
            actions={actions}
            isOwn={isOwn}
            onEdit={editing ? null : () => setEditing(true)}
            onOpen={setDialog}
            onQuote={() => body.current && onQuote(selectedText(body.current))}
            post={post}
          />
        </footer>
      </article>
      <ContentDialogs
        dialog={dialog}
        id={post.id}
        isOwn={isOwn}
        kind="forum_post"
        noun="post"
        onClose={() => setDialog(null)}
        onDelete={actions.remove}
      />
    </div>
  );
}

/** The text and the pictures: locked, covered or whole. */
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
  return (
    <>
      {post.html !== '' && <RichText className="prose-lead" html={post.html} />}
      {post.files.length > 0 && (
        <div className={classes(post.html !== '' && 'mt-4')}>
          <ImageGrid all files={post.files} first={post.html === ''} title={post.title} />
        </div>
      )}
    </>
  );
}

/** What can be done to the post. @param onEdit null while it is edited */
function PostActions({
  post,
  actions,
  isOwn,
  onEdit,
  onOpen,
  onQuote,
}: {
  post: Post;
  actions: ReturnType<typeof usePostActions>;
  isOwn: boolean;
  onEdit: (() => void) | null;
  onOpen: (dialog: OpenDialog) => void;
  onQuote: () => void;
}) {
  const { viewer } = useAuth();
  const copy = () => copyLink(`/forum/post/${post.id}`);
  return (
    <div className="ms-auto flex flex-wrap items-center justify-end gap-0.5">
      <TipButton post={post} />
      {post.can.reply && !post.isLocked && (
        <IconButton
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
      {post.can.edit && onEdit && (
        <IconButton
          icon={<Pencil aria-hidden="true" size={17} />}
          label="Edit"
          onClick={onEdit}
          onPointerEnter={EditPost.preload}
          size="sm"
        />
      )}
      {post.can.restore && (
        <Button icon={<RotateCcw aria-hidden="true" size={15} />} onClick={() => void actions.restore()} size="sm">
          Restore
        </Button>
      )}
      {!viewer && (
        <Button icon={<Link2 aria-hidden="true" size={16} />} onClick={copy} size="sm" variant="ghost">
          Copy link
        </Button>
      )}
      <ContentMenu
        canDelete={post.can.delete}
        canReport={post.can.report}
        complaint={isOwn ? undefined : { kind: 'forum_post', id: post.id }}
        edited={post.editedAt !== null && post.cut === null}
        isPinLocked={post.can.pinLocked}
        isPinned={post.isPinned}
        label="More about this post"
        // Visitors have a button for it.
        onCopyLink={viewer ? copy : undefined}
        onEdit={post.can.edit && onEdit ? onEdit : undefined}
        onOpen={onOpen}
        onPin={post.can.pin ? () => void actions.pin(!post.isPinned) : undefined}
        onRestore={post.can.restore ? () => void actions.restore() : undefined}
      />
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
            className="text-secondary-text hover:underline"
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
