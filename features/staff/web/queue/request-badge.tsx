import type { QueueItem } from '#content/moderation/contract/endpoints.ts';
import { Badge } from '#platform/web/ui/members/badge.tsx';

/** Whether the author of an open item was asked to change it, and has. */
export function RequestBadge({ item }: { item: Pick<QueueItem, 'request' | 'state'> }) {
  if (!item.request || item.state !== 'open') return null;
  return item.request.isAnswered ? (
    <Badge tone="primary">Changed by its author</Badge>
  ) : (
    <Badge>Waits for its author</Badge>
  );
}
