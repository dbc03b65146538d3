import type { ReactionCount } from '#content/core/contract/shapes.ts';
import { ownReaction, withReaction } from '#content/core/web/reaction-bar.tsx';
import { useOptimisticValue } from '#platform/web/lib/optimistic.ts';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';

/** Changes every copy of a content. */
type Patch<T> = (change: (content: T) => T) => void;

interface Likeable {
  readonly id: string;
  readonly liked: boolean;
  readonly likeCount: number;
}

/** The reader's like of a content, as an optimistic update. @returns likes it, or takes the like back */
export function useLike<T extends Likeable>(
  { id, liked: value }: T,
  patch: Patch<T>,
  send: (on: boolean) => Promise<{ on: boolean; likeCount: number }>,
): () => Promise<void> {
  const like = useOptimisticValue({
    key: `like:${id}`,
    value,
    show: (liked) => patch((old) => ({ ...old, liked, likeCount: old.likeCount + Number(liked) - Number(old.liked) })),
    async send(wanted) {
      const { on: liked, likeCount } = await send(wanted);
      return () => patch((old) => ({ ...old, liked, likeCount }));
    },
  });
  return () => like((liked) => !liked).catch(failureToast);
}

interface Reactable {
  readonly id: string;
  readonly reactions: ReactionCount[];
}

/** The reader's reaction to a content, as an optimistic update. @returns reacts; the same again takes it back */
export function useReaction<T extends Reactable>(
  { id, reactions: counts }: T,
  patch: Patch<T>,
  send: (reaction: string | null) => Promise<{ reactions: ReactionCount[] }>,
): (chosen: string) => Promise<void> {
  const react = useOptimisticValue({
    key: `reaction:${id}`,
    value: ownReaction(counts),
    show: (reaction) => patch((old) => ({ ...old, reactions: withReaction(old.reactions, reaction) })),
    async send(reaction) {
      const { reactions } = await send(reaction);
      return () => patch((old) => ({ ...old, reactions }));
    },
  });
  return (chosen) => react((now) => (now === chosen ? null : chosen)).catch(failureToast);
}

/** Removing and restoring a content. @param show shows what became of it */
export const removal = (
  send: { remove: (reason: string) => Promise<unknown>; restore: () => Promise<unknown> },
  show: () => Promise<unknown>,
) => ({
  async remove(reason: string): Promise<void> {
    await send.remove(reason);
    // What was removed may be nobody's to read any more.
    await show().catch(() => {});
  },
  /** A refusal becomes a toast. */
  async restore(): Promise<void> {
    try {
      await send.restore();
      await show();
    } catch (error) {
      failureToast(error);
    }
  },
});
