import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCall } from '#platform/web/lib/api.ts';
import { Chip, ChipRow } from '#platform/web/ui/controls/chip.tsx';
import { ComplaintCard } from './complaint-card.tsx';
import { NotLoaded } from '#platform/web/ui/not-loaded.tsx';
import { type ComplaintFilter, complaintQuery, complaintsQuery } from '#features/staff/web/queries.ts';
import { StaffList } from '#features/staff/web/staff-list.tsx';

const filters: readonly { state: ComplaintFilter; label: string; empty: string }[] = [
  { state: 'open', label: 'Waiting', empty: 'Copyright complaints whose address is confirmed are listed here.' },
  { state: 'running', label: 'Hidden', empty: 'What is hidden after a complaint is listed here.' },
  { state: 'closed', label: 'Closed', empty: 'Dismissed complaints, and those after which the content came back.' },
];

/**
 * The tab Complaints.
 * @param id one complaint alone, as notifications lead to it
 */
export function ComplaintsTab({ state, id }: { state: ComplaintFilter; id: string | undefined }) {
  return (
    <>
      <div className="mb-4">
        <ChipRow label="Complaints by state">
          {filters.map((filter) => (
            <Chip
              selected={id === undefined && filter.state === state}
              key={filter.state}
              to={filter.state === 'open' ? '/admin/complaints' : `/admin/complaints?show=${filter.state}`}
            >
              {filter.label}
            </Chip>
          ))}
        </ChipRow>
      </div>
      {id === undefined ? <List state={state} /> : <One id={id} />}
    </>
  );
}

function List({ state }: { state: ComplaintFilter }) {
  const query = useInfiniteQuery(complaintsQuery(useCall(), state));
  const empty = filters.find((filter) => filter.state === state)!;
  return (
    <StaffList empty={{ title: 'No complaints', text: empty.empty }} label="Complaints" query={query}>
      {(complaint) => <ComplaintCard complaint={complaint} />}
    </StaffList>
  );
}

function One({ id }: { id: string }) {
  const query = useQuery(complaintQuery(useCall(), id));
  if (query.data) return <ComplaintCard complaint={query.data} />;
  return <NotLoaded label="The complaint" query={query} rows={3} />;
}
