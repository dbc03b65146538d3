import { useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import type { MediaFile } from '#content/media/contract/endpoints.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { useAction } from '#platform/web/ui/controls/use-action.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';

/** Offers its author and staff to have a file processed again whose every try the machine ended; nothing for all others. */
export function ProcessAgain({ file, name }: { file: Pick<MediaFile, 'id' | 'mayProcessAgain'>; name: string }) {
  const call = useCall();
  const queries = useQueryClient();
  const { busy, run } = useAction();
  if (!file.mayProcessAgain) return null;
  const again = () =>
    run(async () => {
      await call('POST /files/:fileId/process', { params: { fileId: file.id } });
      toast({ title: 'It is being processed again', kind: 'success' });
      await queries.invalidateQueries();
    });
  return (
    <p className="col-span-full flex flex-wrap items-center gap-2 text-sm text-danger" role="status">
      <span className="min-w-0 break-words">
        {name} could not be processed completely. The file itself may be fine.
      </span>
      <Button disabled={busy} icon={<RotateCcw aria-hidden="true" size={15} />} onClick={() => void again()} size="sm">
        Try again
      </Button>
    </p>
  );
}
