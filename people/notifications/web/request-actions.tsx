import { useQueryClient } from '@tanstack/react-query';
import { useRelationActions } from '#people/profiles/web/friendship/relation-actions.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { readInboxAgain } from './queries.ts';

/** Accept and Decline under the notification of a friend request, which is gone once either was pressed. */
export function RequestActions({ profileId, name }: { profileId: string; name: string }) {
  const client = useQueryClient();
  const actions = useRelationActions(profileId);
  const answer = async (action: () => Promise<void>) => {
    await action();
    void readInboxAgain(client);
  };
  return (
    <div className="flex w-full gap-2 pe-4 pb-3 ps-17">
      <Button
        aria-label={`Accept ${name}`}
        busy={actions.busy}
        onClick={() => void answer(actions.accept)}
        size="sm"
        variant="primary"
      >
        Accept
      </Button>
      <Button
        aria-label={`Decline ${name}`}
        disabled={actions.busy}
        onClick={() => void answer(actions.decline)}
        size="sm"
      >
        Decline
      </Button>
    </div>
  );
}
