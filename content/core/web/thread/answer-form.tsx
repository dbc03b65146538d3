import type { Answer } from '#content/core/contract/shapes.ts';
import type { Viewer } from '#people/accounts/contract/endpoints.ts';
import { useDraft } from '#platform/web/lib/draft.ts';
import { AnswerBox } from './answer-box.tsx';
import type { Thread } from './thread.ts';

/** Props of {@link AnswerForm}. */
export interface AnswerFormProps {
  thread: Thread<Answer>;
  viewer: Viewer;
  /** Focuses the field each time this number changes. */
  asked: number;
  onSent(this: void, answer: Answer): void;
}

/** Writes an answer that is nothing but its text. Rendered in the browser only. */
export default function AnswerForm({ thread, viewer, asked, onSent }: AnswerFormProps) {
  const draft = useDraft(thread.type.draft(thread.parentId, viewer.id));
  return <AnswerBox draft={draft} focusCount={asked} onSent={onSent} thread={thread} />;
}
