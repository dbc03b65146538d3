import { CornerUpLeft, Reply as ReplyIcon, SmilePlus, TextQuote } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import type { Reply } from '#features/forum/contract/endpoints.ts';
import { AnswerItem } from '#content/core/web/thread/answer-item.tsx';
import { fullName } from '#people/profiles/web/full-name.ts';
import { ShownName } from '#people/profiles/web/shown-name.tsx';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { useReplyReaction } from '#features/forum/web/actions.ts';
import { ReactionBar } from '#content/core/web/reaction-bar.tsx';
import { repliesOf, replyAddress } from './replies.ts';

/** Props of {@link ReplyItem}. */
export interface ReplyItemProps {
  reply: Reply;
  /** It was jumped to. */
  isTarget: boolean;
  /** Set when the reader may reply; called with the reply, and the element whose text is quoted, if there is one. */
  onAnswer: ((reply: Reply, quoted: HTMLElement | null) => Promise<void>) | null;
}

/** One reply. */
export const ReplyItem = memo(function ReplyItem({ reply, isTarget, onAnswer }: ReplyItemProps) {
  const react = useReplyReaction(reply);
  const [reacting, setReacting] = useState(false);
  const text = useRef<HTMLDivElement>(null);
  return (
    <AnswerItem
      answer={reply}
      footer={
        <ReactionBar
          canReact={reply.can.react}
          counts={reply.reactions}
          onChoose={(reaction) => void react(reaction)}
          open={reacting}
        />
      }
      isTarget={isTarget}
      lead={reply.inReplyTo && <InReplyTo answered={reply.inReplyTo} postId={reply.postId} />}
      textRef={text}
      thread={repliesOf(reply.postId)}
      tools={
        <>
          {reply.can.react && (
            <IconButton
              aria-expanded={reacting}
              icon={<SmilePlus aria-hidden="true" size={17} />}
              label="React"
              onClick={() => setReacting(!reacting)}
              size="sm"
            />
          )}
          {onAnswer && reply.visibility === 'published' && (
            <>
              <IconButton
                icon={<ReplyIcon aria-hidden="true" size={17} />}
                label={`Reply to ${fullName(reply.author)}`}
                onClick={() => void onAnswer(reply, null)}
                size="sm"
              />
              <IconButton
                data-quotes=""
                icon={<TextQuote aria-hidden="true" size={17} />}
                label="Quote"
                onClick={() => text.current && void onAnswer(reply, text.current)}
                // The selection that is to be quoted stays.
                onPointerDown={(event) => event.preventDefault()}
                size="sm"
              />
            </>
          )}
        </>
      }
    />
  );
});

function InReplyTo({ answered, postId }: { answered: NonNullable<Reply['inReplyTo']>; postId: string }) {
  return (
    <AppLink
      className="mb-1.5 flex min-w-0 items-center gap-1.5 text-sm text-faint hover:text-text"
      keepScroll
      to={replyAddress(postId, answered.id)}
    >
      <CornerUpLeft aria-hidden="true" className="shrink-0" size={14} />
      <span className="sr-only">In reply to</span>
      <span className="max-w-[70%] shrink-0 truncate font-semibold text-soft">
        <ShownName person={answered.author} />
      </span>
      <span className="truncate">{answered.excerpt === '' ? 'removed' : answered.excerpt}</span>
    </AppLink>
  );
}
