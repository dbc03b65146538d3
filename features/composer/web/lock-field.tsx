import { forum } from '#features/forum/contract/limits.ts';
import { prices } from '#people/ledger/contract/limits.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { priceText } from '#platform/web/lib/format.ts';
import { Checkbox } from '#platform/web/ui/controls/checkbox.tsx';

/** Locks a post's text (paywall); not where nobody could pay for it. */
export function LockField({ checked, onChange }: { checked: boolean; onChange: (on: boolean) => void }) {
  const { sections } = useAuth().site;
  if (!checked && sections?.off.includes('/tips/')) return null;
  return (
    <Checkbox
      checked={checked}
      hint={`The title and the first ${forum.previewChars} characters stay visible. Readers pay you ${prices.unlock} credits (${priceText(prices.unlock)}) once and keep it.`}
      label="Lock the text behind an unlock"
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
