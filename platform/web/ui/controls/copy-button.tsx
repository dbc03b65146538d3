import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { toast } from '#platform/web/ui/overlays/toast.ts';

/** Puts a text on the clipboard and says so for two seconds. */
export function CopyButton({
  value,
  label = 'Copy',
  ...rest
}: { value: string; label?: string } & Pick<ButtonProps, 'size' | 'variant' | 'className'>) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => {
    navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => toast({ title: 'Could not copy', description: 'Select the text and copy it by hand.', kind: 'error' }),
    );
  };
  const Icon = copied ? Check : Copy;
  return (
    <Button {...rest} icon={<Icon aria-hidden="true" size={16} />} onClick={copy}>
      <span className="grid justify-items-start">
        <span aria-hidden={copied} className={copied ? 'invisible col-start-1 row-start-1' : 'col-start-1 row-start-1'}>
          {label}
        </span>
        <span aria-live="polite" className="col-start-1 row-start-1">
          {copied ? 'Copied' : ''}
        </span>
      </span>
    </Button>
  );
}
