import { useQueryClient } from '@tanstack/react-query';
import { useCall } from '#platform/web/lib/api.ts';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import type { Answer } from '#content/core/contract/shapes.ts';
import { type Thread, putAnswer } from './thread.ts';

/** What can be done to every answer; its list shows the result. */
export function useAnswerActions<A extends Answer>(thread: Thread<A>, answer: A) {
  const call = useCall();
  const client = useQueryClient();
  const { type } = thread;
  const refetch = async () => putAnswer(client, thread, await type.read(call, answer.id));
  return {
    async save(content: string, baseVersion: number) {
      putAnswer(client, thread, await type.save(call, answer.id, { content, baseVersion }));
    },
    async readNewest() {
      const newest = await type.read(call, answer.id);
      return { source: newest.source ?? '', version: newest.version };
    },
    async remove(reason: string) {
      await type.remove(call, answer.id, reason);
      await refetch();
    },
    /** A refusal becomes a toast. */
    async restore() {
      try {
        await type.restore(call, answer.id);
        await refetch();
      } catch (error) {
        failureToast(error);
      }
    },
  };
}
