import type { Viewer } from '#people/accounts/contract/endpoints.ts';
import type { SharingKind } from '#content/core/contract/shared-kinds.ts';
import type { SharedReply } from '#features/sharing/contract/endpoints.ts';
import { AnswerBox } from '#content/core/web/thread/answer-box.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { useDraft } from '#platform/web/lib/draft.ts';
import { at } from '#features/sharing/web/endpoints.ts';
import { repliesOf } from './replies.ts';

/** Writes a reply to a thing. Rendered in the browser only. @param asked focuses the field each time this number changes */
export default function ReplyBox({
  kind,
  itemId,
  viewer,
  asked,
  onSent,
}: {
  kind: SharingKind;
  itemId: string;
  viewer: Viewer;
  asked: number;
  onSent: (reply: SharedReply) => void;
}) {
  const call = useCall();
  const { type } = repliesOf(kind, itemId);
  const draft = useDraft(type.draft(itemId, viewer.id));
  return (
    <AnswerBox
      draft={draft}
      focusCount={asked}
      onSent={onSent}
      send={async (content, submitId) => {
        const body = { content, submitId };
        return (await call(at(kind, 'POST /songs/:itemId/replies'), { params: { itemId }, body })).reply;
      }}
      type={type}
    />
  );
}
