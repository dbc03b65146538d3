import { Button } from '#platform/web/ui/controls/button.tsx';
import { CopyButton } from '#platform/web/ui/controls/copy-button.tsx';

/** Recovery codes, shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div className="grid gap-4">
      <p>
        Keep these recovery codes in a safe place. Each works once, when your phone is not at hand. They are not shown
        again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="tape grid grid-cols-2 gap-x-6 gap-y-1 rounded-control border border-hairline bg-sunken px-4 py-3"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton label="Copy all" value={codes.join('\n')} />
        <Button onClick={onDone} variant="primary">
          I have kept them
        </Button>
      </div>
    </div>
  );
}
