import { useHydrated } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Viewer } from '#contract/accounts.ts';
import { shownErrors } from '#contract/shown-errors.ts';
import type { Post, Reply } from '#contract/forum.ts';
import { whyMute } from '#web/features/content/why-mute.ts';
import { useAuth } from '#web/features/accounts/auth-context.tsx';
import { readDraft } from '#web/lib/draft.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { lateForm } from '#web/features/content/late-form.tsx';
import type { Asked } from './reply-box.tsx';
import { replyDraft } from './reply-draft.ts';

const ReplyBox = lateForm('reply', () => import('./reply-box.tsx'));
const strip =
  'flex flex-wrap items-center justify-between gap-3 rounded-card border border-hairline bg-surface px-4 py-3';

/** Props of {@link ReplyPlace}. */
export interface ReplyPlaceProps {
  post: Post;
  asked: Asked;
  onAsk: () => void;
  onSent: (reply: Reply) => void;
}

/** Where a reply is written, or why it cannot be. */
export function ReplyPlace(props: ReplyPlaceProps) {
  const { viewer } = useAuth();
  if (!viewer) {
    return (
      <div className={strip}>
        <p className="text-soft">Join the conversation.</p>
        <ButtonLink to="/auth">Sign in to reply</ButtonLink>
      </div>
    );
  }
  if (!props.post.can.reply) {
    const why =
      whyMute(viewer) ??
      (props.post.cut === null
        ? 'This post takes no replies while it is not published.'
        : shownErrors.post_locked.text);
    return <p className={`${strip} text-soft`}>{why}</p>;
  }
  return <Box {...props} viewer={viewer} />;
}

/**
 * The box, once the reader has reached for it or has left a text in it. The editor's code comes only then. Until then the
 * button from the server stays where it is: it may be under a finger while the page comes alive.
 */
function Box({ post, asked, onAsk, onSent, viewer }: ReplyPlaceProps & { viewer: Viewer }) {
  const hydrated = useHydrated();
  const hadDraft = useMemo(
    () => hydrated && readDraft(replyDraft(post.id, viewer.id)) !== null,
    [hydrated, post.id, viewer.id],
  );
  if (asked.count === 0 && !hadDraft) return <Closed onAsk={onAsk} />;
  return <ReplyBox asked={asked} onSent={onSent} postId={post.id} viewer={viewer} />;
}

function Closed({ onAsk }: { onAsk: () => void }) {
  return (
    <button
      className="control block w-full rounded-card border border-control-line bg-sunken px-4 py-3 text-left text-faint"
      onClick={onAsk}
      onFocus={ReplyBox.preload}
      onPointerEnter={ReplyBox.preload}
      type="button"
    >
      Write a reply
    </button>
  );
}
