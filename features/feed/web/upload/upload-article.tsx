import { lateWindow } from '#content/core/web/page/late-window.ts';
import { EyeOff, MessageCircle, Share2 } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import type { Upload } from '#features/feed/contract/endpoints.ts';
import { feed } from '#features/feed/contract/limits.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { AuthorHeader } from '#content/core/web/author-header.tsx';
import { EditButtons, useContentMenu } from '#content/core/web/content-controls.tsx';
import { ContentNotice } from '#content/core/web/content-notice.tsx';
import { lateForm } from '#content/core/web/editor/late-form.tsx';
import { useRevealed } from '#content/core/web/revealed.ts';
import { shortCount } from '#platform/web/lib/format.ts';
import { Badge } from '#platform/web/ui/members/badge.tsx';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { classes } from '#platform/web/ui/classes.ts';
import { Counter } from '#platform/web/ui/counter.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { useUploadActions } from '#features/feed/web/actions.ts';
import { uploadAddress } from '#features/feed/web/list/filter.ts';
import { TipButton } from '#content/core/web/tip-button.tsx';
import { LikeButton } from '#content/core/web/like-button.tsx';
import { placeholderStyle } from '#platform/web/ui/graphics/placeholder.ts';
import { PollBox } from './poll-box.tsx';
import { UploadFiles } from './upload-files.tsx';
import { UploadTags, UploadText } from './upload-text.tsx';

const ShareDialog = lateWindow('The window', () => import('#features/secret-links/web/share-dialog.tsx'));
const EditUpload = lateForm('post', () => import('./edit-upload.tsx'));

/** Props of {@link UploadArticle}. */
export interface UploadArticleProps {
  upload: Upload;
  /** A card of the feed is folded and leads to the page; the page shows all of it. */
  place: 'feed' | 'page';
  /** The uploads around it in a feed: what the player goes on with. */
  queue?: readonly Upload[];
  /** It is the first thing that is seen of the page. */
  first?: boolean;
}

/** An upload: who made it, what it is, and what can be done to it. */
export const UploadArticle = memo(function UploadArticle({ upload, place, queue, first = false }: UploadArticleProps) {
  const actions = useUploadActions(upload);
  const [shown, reveal] = useRevealed(upload);
  const [editing, setEditing] = useState(false);
  const [sharing, setSharing] = useState(false);
  const isPage = place === 'page';
  const address = uploadAddress(upload.id);
  const { menu, windows, isOwn, openHistory } = useContentMenu(upload, {
    kind: 'upload',
    noun: 'upload',
    authorId: upload.author.id,
    address,
    label: `More about “${shown ? upload.title : '18+ upload'}”`,
    hasHistory: shown,
    actions,
    onEdit: upload.can.edit && shown ? () => setEditing(true) : undefined,
  });
  const heading = `upload-title-${upload.id}`;
  const tracks = upload.files.filter(({ kind }) => kind === 'audio').length;
  const article = useRef<HTMLElement>(null);
  const closeEditor = () => {
    setEditing(false);
    // What had the focus is gone: the keyboard stays where it worked.
    article.current?.focus({ preventScroll: true });
  };
  return (
    <article
      ref={article}
      aria-labelledby={heading}
      className={classes('outline-none', isPage ? 'own-page' : 'rounded-card border border-hairline bg-surface')}
      id={`upload-${upload.id}`}
      tabIndex={-1}
    >
      <div className={classes('grid grid-cols-[minmax(0,1fr)] gap-3', isPage ? 'pb-4' : 'p-4')}>
        <AuthorHeader
          address={isPage ? null : address}
          content={upload}
          marks={upload.isAdult && <Badge>18+</Badge>}
          onHistory={shown ? openHistory : undefined}
        >
          {menu}
        </AuthorHeader>
        <ContentNotice notice={upload.notice} visibility={upload.visibility} />
        {shown ? (
          <UploadBody {...{ actions, editing, first, heading, isPage, queue, upload }} onClose={closeEditor} />
        ) : (
          <Covered heading={heading} isPage={isPage} onReveal={reveal} upload={upload} />
        )}
      </div>
      <UploadFooter
        actions={actions}
        isPage={isPage}
        onEdit={upload.can.edit && shown && !editing ? () => setEditing(true) : undefined}
        onShare={
          upload.visibility === 'published' || (isOwn && upload.visibility === 'private')
            ? () => setSharing(true)
            : undefined
        }
        shown={shown}
        upload={upload}
      />
      {sharing && (
        <ShareDialog
          embedPath={
            upload.visibility === 'published' && !upload.isAdult && tracks > 0 ? `/embed/track/${upload.id}` : null
          }
          isPublic={upload.visibility === 'published'}
          onClose={() => setSharing(false)}
          onGiveUp={() => setSharing(false)}
          own={isOwn ? { kind: 'upload', contentId: upload.id, setVisibility: actions.setVisibility } : null}
          path={address}
          title={shown ? upload.title : '18+ upload'}
          tracks={tracks}
        />
      )}
      {windows}
    </article>
  );
});

/** What an upload shows: text, files, poll and tags, or the form that edits them. */
function UploadBody({
  upload,
  actions,
  editing,
  isPage,
  queue,
  first,
  heading,
  onClose,
}: {
  upload: Upload;
  queue: readonly Upload[] | undefined;
  first: boolean;
  actions: ReturnType<typeof useUploadActions>;
  editing: boolean;
  isPage: boolean;
  heading: string;
  onClose: () => void;
}) {
  const signedIn = useAuth().viewer !== null;
  const address = isPage ? null : uploadAddress(upload.id);
  if (editing)
    return (
      <>
        <Hidden id={heading} isPage={isPage}>
          {upload.title}
        </Hidden>
        <EditUpload maxLength={feed.contentMax} onClose={onClose} upload={upload} />
      </>
    );
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
        <Title address={address} id={heading} title={upload.title} />
        <UploadText fold={!isPage} html={upload.html} />
      </div>
      <UploadFiles first={first} isPage={isPage} queue={queue} upload={upload} />
      {upload.poll && (
        <PollBox
          canVote={signedIn && upload.visibility === 'published'}
          onClosed={() => void actions.refresh()}
          onVote={actions.vote}
          poll={upload.poll}
          signedIn={signedIn}
        />
      )}
      <UploadTags upload={upload} />
    </>
  );
}

/** What can be done with an upload, under it. */
function UploadFooter({
  upload,
  actions,
  isPage,
  shown,
  onEdit,
  onShare,
}: {
  upload: Upload;
  actions: ReturnType<typeof useUploadActions>;
  isPage: boolean;
  shown: boolean;
  onEdit: (() => void) | undefined;
  onShare: (() => void) | undefined;
}) {
  const { viewer } = useAuth();
  const address = uploadAddress(upload.id);
  return (
    <footer
      className={classes(
        'flex flex-wrap items-center gap-x-2 border-t border-hairline py-1',
        isPage ? '-mx-2' : 'px-2 md:px-3',
      )}
    >
      <LikeButton
        as={!viewer ? 'sign-in' : upload.can.like ? 'button' : 'text'}
        content={upload}
        onLike={() => void actions.like()}
      />
      {isPage && upload.visibility === 'published' && (
        <TipButton author={upload.author} contentId={upload.id} kind="upload" />
      )}
      <AppLink
        aria-label={`${upload.commentCount} ${upload.commentCount === 1 ? 'comment' : 'comments'}`}
        className="touch-target card-action"
        to={isPage ? '#comments' : `${address}#comments`}
      >
        <MessageCircle aria-hidden="true" size={18} strokeWidth={1.75} />
        <Counter short value={upload.commentCount} />
      </AppLink>
      {onShare && (
        <button
          className="touch-target card-action"
          onClick={onShare}
          onPointerEnter={ShareDialog.preload}
          type="button"
        >
          <Share2 aria-hidden="true" size={17} strokeWidth={1.75} />
          Share
        </button>
      )}
      <div className="ms-auto flex items-center gap-1">
        {/* On the page each track has its own number. */}
        {!isPage && shown && upload.files.some(({ kind }) => kind === 'audio') && (
          <span className="tape px-2 text-sm text-faint">
            {shortCount(upload.playCount)} {upload.playCount === 1 ? 'play' : 'plays'}
          </span>
        )}
        <EditButtons
          onEdit={isPage ? onEdit : null}
          onReach={EditUpload.preload}
          onRestore={upload.can.restore ? () => void actions.restore() : null}
        />
      </div>
    </footer>
  );
}

/** On the page it is the page's title; in the feed it leads there. */
function Title({ id, title, address }: { id: string; title: string; address: string | null }) {
  if (address === null) {
    return (
      <h1 className="heading-widest text-2xl break-words" id={id} tabIndex={-1}>
        {title}
      </h1>
    );
  }
  return (
    <h2 className="heading text-xl break-words" id={id}>
      <AppLink className="py-0.5 hover:underline" to={address}>
        {title}
      </AppLink>
    </h2>
  );
}

/** The heading of an upload whose title is not drawn. */
function Hidden({ id, isPage, children }: { id: string; isPage: boolean; children: string }) {
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <Heading className="sr-only" id={id}>
      {children}
    </Heading>
  );
}

/** In the place of an 18+ upload until it is asked for: nothing of it is loaded. */
function Covered({
  upload,
  heading,
  isPage,
  onReveal,
}: {
  upload: Upload;
  heading: string;
  isPage: boolean;
  onReveal: () => void;
}) {
  const picture = upload.files.find(({ placeholder }) => placeholder !== null);
  return (
    <div className="relative grid min-h-40 place-items-center overflow-hidden rounded-control bg-sunken">
      <span
        aria-hidden="true"
        className="absolute inset-0 scale-110 blur-lg"
        style={placeholderStyle(picture?.placeholder ?? null)}
      />
      <Hidden id={heading} isPage={isPage}>
        18+ upload, hidden
      </Hidden>
      <Button className="relative" icon={<EyeOff aria-hidden="true" size={16} />} onClick={onReveal}>
        Show 18+ upload
      </Button>
    </div>
  );
}
