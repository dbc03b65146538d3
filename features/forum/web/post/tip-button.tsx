import type { Post } from '#features/forum/contract/endpoints.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { TipConfirm } from '#content/core/web/tip-confirm.tsx';
import { Counter } from '#platform/web/ui/counter.tsx';
import { usePostTip } from './paying.ts';
import { creditsWord } from '#features/forum/web/texts.ts';

/** Ten credits for the author, beside what the reader has. */
export function TipButton({ post }: { post: Post }) {
  const { viewer } = useAuth();
  const { busy, tip } = usePostTip(post);
  if (!viewer || !post.can.tip) return null;
  return (
    <span className="inline-flex items-center">
      <TipConfirm busy={busy} name={post.author.displayName} onTip={() => void tip()} />
      <span className="me-1 text-xs whitespace-nowrap text-faint max-sm:sr-only">
        You have <Counter short value={viewer.credits} />
        <span className="sr-only"> {creditsWord(viewer.credits)}</span>
      </span>
    </span>
  );
}
