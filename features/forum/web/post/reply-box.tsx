import { CornerUpLeft, X } from 'lucide-react';
import { useState } from 'react';
import type { Viewer } from '#people/accounts/contract/endpoints.ts';
import type { Reply } from '#features/forum/contract/endpoints.ts';
import { AnswerBox } from '#content/core/web/thread/answer-box.tsx';
import { useDraft } from '#platform/web/lib/draft.ts';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { appendQuote } from './quote.ts';
import { repliesOf } from './replies.ts';

/** What the reader asked of the box: to answer a reply, to quote. Each request has its own number. */
export interface Asked {
  readonly count: number;
  readonly inReplyTo: { readonly id: string; readonly name: string } | null;
  readonly quote: string;
}

/** Writes a reply. Rendered in the browser only, because of its draft. */
export default function ReplyBox({
  postId,
  viewer,
  asked,
  onSent,
}: {
  postId: string;
  viewer: Viewer;
  asked: Asked;
  onSent: (reply: Reply) => void;
}) {
  const thread = repliesOf(postId);
  const draft = useDraft(thread.type.draft(postId, viewer.id));
  const [answers, setAnswers] = useState<Asked['inReplyTo']>(() => readAnswered(draft.extra));
  const [taken, setTaken] = useState(0);
  // Taken over once, while rendering, so that the text is there when the box gets the focus.
  if (asked.count !== taken) {
    setTaken(asked.count);
    if (asked.quote !== '') draft.setText(appendQuote(draft.text, asked.quote));
    if (asked.inReplyTo) {
      setAnswers(asked.inReplyTo);
      draft.setExtra(JSON.stringify(asked.inReplyTo));
    }
  }
  return (
    <AnswerBox
      above={
        answers && (
          <p className="flex items-center gap-1.5 text-sm text-soft">
            <CornerUpLeft aria-hidden="true" className="text-faint" size={14} />
            Replying to <span className="truncate font-semibold text-text">{answers.name}</span>
            <IconButton
              icon={<X aria-hidden="true" size={15} />}
              label="Reply to the post instead"
              onClick={() => {
                setAnswers(null);
                draft.setExtra('');
              }}
              size="sm"
            />
          </p>
        )
      }
      draft={draft}
      focusCount={asked.count}
      inReplyTo={answers?.id}
      onCleared={() => setAnswers(null)}
      onSent={onSent}
      thread={thread}
    />
  );
}

/** Whom a stored draft answers. */
function readAnswered(extra: string): Asked['inReplyTo'] {
  try {
    const stored = JSON.parse(extra) as { id?: unknown; name?: unknown };
    return typeof stored.id === 'string' && typeof stored.name === 'string'
      ? { id: stored.id, name: stored.name }
      : null;
  } catch {
    return null;
  }
}
