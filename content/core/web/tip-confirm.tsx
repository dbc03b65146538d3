import { Coins } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#platform/web/ui/controls/button.tsx';

/** `Tip 10¢`, which asks once before it pays. @param name who gets it */
export function TipConfirm({ name, busy, onTip }: { name: string; busy: boolean; onTip: () => void }) {
  const [asks, setAsks] = useState(false);
  const turn = () => setAsks(!asks);
  return (
    <>
      <Button
        busy={busy}
        icon={<Coins aria-hidden="true" size={16} />}
        onClick={() => {
          turn();
          if (asks) onTip();
        }}
        size="sm"
        variant={asks ? 'primary' : 'ghost'}
      >
        <span className="max-w-52 truncate">{asks ? `Tip 10¢ to ${name}?` : 'Tip 10¢'}</span>
      </Button>
      {asks && (
        <Button onClick={turn} size="sm" variant="ghost">
          Cancel
        </Button>
      )}
    </>
  );
}
