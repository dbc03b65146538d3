import { Page } from '#platform/web/ui/page.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { LinkList } from './link-list.tsx';

/** `/secret-links`: every secret link of the member. */
export function LinksPage() {
  return (
    <Page>
      <PageHeading
        lead="Whoever has one can listen to what it opens, until it expires or you revoke it."
        title="Secret links"
      />
      <div className="mt-4 grid gap-3">
        <LinkList contentId={null} />
      </div>
    </Page>
  );
}
