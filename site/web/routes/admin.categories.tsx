import { createFileRoute } from '@tanstack/react-router';
import { forStaff } from '#people/accounts/web/staff-loader.ts';
import { CategoriesTab } from '#features/staff/web/categories/categories-tab.tsx';
import { categoriesQuery } from '#features/staff/web/queries.ts';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/admin/categories')({
  loader: forStaff(({ context: { queryClient, call } }) => queryClient.prefetchQuery(categoriesQuery(call))),
  head: privateHead('Categories · Admin'),
  component: CategoriesTab,
});
