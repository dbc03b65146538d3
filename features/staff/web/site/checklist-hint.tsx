import { ListChecks } from 'lucide-react';
import type { Reply } from '#site/contract/contract.ts';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';

/** On the home page of an admin while the site's checklist is shown and something of it is open. */
export function ChecklistHint({ list }: { list: Reply<'GET /staff/checklist'> }) {
  const open = list.items.filter((item) => !item.isDone);
  if (open.length === 0) return null;
  return (
    <section
      aria-label="Set up your site"
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-hairline bg-surface p-3"
    >
      <ListChecks aria-hidden="true" className="shrink-0 text-primary-text" size={20} />
      <p className="min-w-0 flex-1 basis-52">
        {open.length === 1 ? 'One step is' : `${open.length} steps are`} left before members come: {open[0]!.title}
        {open.length > 1 && ' first'}.
      </p>
      <ButtonLink size="sm" to="/admin/overview">
        Open the checklist
      </ButtonLink>
    </section>
  );
}
