import { useInfiniteQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import type { QueueItem } from '#content/moderation/contract/endpoints.ts';
import { PersonName } from '#people/profiles/web/person-name.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { latePart } from '#platform/web/ui/late-part.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { useAction } from '#platform/web/ui/controls/use-action.ts';
import { useDecision } from '#features/staff/web/actions.ts';
import { pendingPostsQuery } from '#features/staff/web/queries.ts';
import type { ReasonDialogProps } from '#features/staff/web/reason-dialog.tsx';
import { StaffList } from '#features/staff/web/staff-list.tsx';

const ReasonDialog = latePart<ReasonDialogProps>(() => import('#features/staff/web/reason-dialog.tsx'), {
  name: 'The question',
  notice: 'float',
});

const waiting = ['sharing', 'self_promotion_post'] as const;

/** The tab Pending Posts: self-promotion posts that wait for approval, oldest first. */
export function PendingPostsTab() {
  const query = useInfiniteQuery(pendingPostsQuery(useCall()));
  return (
    <StaffList
      empty={{ title: 'No pending posts', text: 'Self-promotion posts that wait for approval are listed here.' }}
      label="Pending posts"
      query={query}
    >
      {(item) => <PendingPost item={item} />}
    </StaffList>
  );
}

function PendingPost({ item }: { item: QueueItem }) {
  const decide = useDecision();
  const { busy, run } = useAction();
  /** The version that the question is about. */
  const [rejected, setRejected] = useState<string | null>(null);
  const params = { itemId: item.id };
  const { version } = item;
  const { title } = item.subject;
  // It begins with its title, which stands above it already.
  const text = item.content?.text.startsWith(`${title}\n`)
    ? item.content.text.slice(title.length).trimStart()
    : item.content?.text;
  const approve = (read: string) =>
    run(async () => {
      await decide(
        (call) => call('POST /staff/queue/:itemId/decide', { params, body: { version: read, decision: 'approve' } }),
        { done: { title: 'Post approved', description: 'Its author is notified.' }, failed: 'Failed to approve post' },
        [waiting],
      );
    });
  const reject = (read: string) => (reason: string) =>
    decide(
      (call) =>
        call('POST /staff/queue/:itemId/decide', { params, body: { version: read, decision: 'remove', reason } }),
      {
        done: { title: 'Post rejected', description: 'Its author is notified with the reason.' },
        failed: 'Failed to reject post',
        onOutdated: () => setRejected(null),
      },
      [waiting],
    );
  return (
    <Card aria-label={item.subject.title} role="group">
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-soft">
        <PersonName person={item.author} />
        <RelativeTime date={item.createdAt} />
      </p>
      <h2 className="heading mt-1 text-lg wrap-anywhere">
        <AppLink className="inline-block leading-6 hover:underline" to={item.subject.url}>
          {item.subject.title}
        </AppLink>
      </h2>
      {text !== undefined && <p className="mt-1 max-w-measure whitespace-pre-line text-soft wrap-anywhere">{text}</p>}
      {version !== null && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            aria-label={`Approve ${item.subject.title}`}
            busy={busy}
            icon={<Check aria-hidden="true" size={16} />}
            onClick={() => void approve(version)}
            variant="primary"
          >
            Approve
          </Button>
          <Button
            aria-label={`Reject ${item.subject.title}`}
            icon={<X aria-hidden="true" size={16} />}
            onClick={() => setRejected(version)}
            onFocus={ReasonDialog.preload}
            onPointerEnter={ReasonDialog.preload}
          >
            Reject
          </Button>
        </div>
      )}
      {rejected !== null && (
        <ReasonDialog
          confirmLabel="Reject"
          description="Its author is notified with the reason."
          isRequired
          onClose={() => setRejected(null)}
          onConfirm={reject(rejected)}
          onGiveUp={() => setRejected(null)}
          title="Reject this post?"
        />
      )}
    </Card>
  );
}
