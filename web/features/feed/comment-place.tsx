import { useHydrated } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Viewer } from '#contract/accounts.ts';
import type { Upload, UploadComment } from '#contract/feed.ts';
import { useAuth } from '#web/features/accounts/auth-context.tsx';
import { lateForm } from '#web/features/content/late-form.tsx';
import { whyMute } from '#web/features/content/why-mute.ts';
import { readDraft } from '#web/lib/draft.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { commentDraft } from './comment-draft.ts';

const CommentBox = lateForm('reply', () => import('./comment-box.tsx'));
const strip =
  'flex flex-wrap items-center justify-between gap-3 rounded-card border border-hairline bg-surface px-4 py-3';

interface CommentPlaceProps {
  upload: Upload;
  onSent: (comment: UploadComment) => void;
}

/** Where a comment is written, or why it cannot be. */
export function CommentPlace(props: CommentPlaceProps) {
  const { viewer } = useAuth();
  const [asked, setAsked] = useState(0);
  if (!viewer) {
    return (
      <div className={strip}>
        <p className="text-soft">Say what you hear and see.</p>
        <ButtonLink to="/auth">Sign in to comment</ButtonLink>
      </div>
    );
  }
  if (!props.upload.can.comment) {
    const why = whyMute(viewer) ?? 'This upload takes no comments while it is not published.';
    return <p className={`${strip} text-soft`}>{why}</p>;
  }
  const ask = () => setAsked((count) => count + 1);
  return <Box {...props} asked={asked} onAsk={ask} viewer={viewer} />;
}

/**
 * The box, once the reader has reached for it or has left a text in it. The editor's code comes only then. Until then the
 * button from the server stays where it is: it may be under a finger while the page comes alive.
 */
function Box({
  upload,
  asked,
  onAsk,
  onSent,
  viewer,
}: CommentPlaceProps & { asked: number; onAsk: () => void; viewer: Viewer }) {
  const hydrated = useHydrated();
  const hadDraft = useMemo(
    () => hydrated && readDraft(commentDraft(upload.id, viewer.id)) !== null,
    [hydrated, upload.id, viewer.id],
  );
  if (asked === 0 && !hadDraft) return <Closed onAsk={onAsk} />;
  return <CommentBox asked={asked} onSent={onSent} upload={upload} viewer={viewer} />;
}

function Closed({ onAsk }: { onAsk: () => void }) {
  return (
    <button
      className="control block w-full rounded-card border border-control-line bg-sunken px-4 py-3 text-left text-faint"
      onClick={onAsk}
      onFocus={CommentBox.preload}
      onPointerEnter={CommentBox.preload}
      type="button"
    >
      Write a comment
    </button>
  );
}
