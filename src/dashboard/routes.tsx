import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { PAGES } from "../domain/page-urls.ts";
import { imported } from "./data/outage.ts";
import { Shell } from "./shell/shell.tsx";
import { NothingHere, ViewFailure, ViewPending } from "./shell/view-states.tsx";
import { compareSearch } from "./views/compare/compare-search.ts";
import { itemsSearch } from "./views/items/items-search.ts";
import { prefetchBoard } from "./views/leaderboard/board-query.ts";
import { leaderboardSearch } from "./views/leaderboard/leaderboard-search.ts";
import { questionsSearch } from "./views/questions/questions-search.ts";
import { runSearch } from "./views/run/run-search.ts";
import { submitSearch } from "./views/submit/submit-search.ts";

const root = createRootRoute({ component: Shell, notFoundComponent: NothingHere });

const home = createRoute({
  getParentRoute: () => root,
  path: PAGES.home,
  component: lazyRouteComponent(() => imported(() => import("./views/home/home-view.tsx")), "HomeView"),
});

const leaderboard = createRoute({
  getParentRoute: () => root,
  path: PAGES.benchmark,
  validateSearch: leaderboardSearch,
  loaderDeps: ({ search }) => search,
  // Sends the request before the script of the view is loaded, but not if the pointer is only over a link.
  loader: ({ params, deps, cause }) => {
    if (cause !== "preload") prefetchBoard(params.benchmark, deps);
  },
  component: lazyRouteComponent(
    () => imported(() => import("./views/leaderboard/leaderboard-view.tsx")),
    "LeaderboardView",
  ),
});

const items = createRoute({
  getParentRoute: () => root,
  path: PAGES.items,
  validateSearch: itemsSearch,
  component: lazyRouteComponent(() => imported(() => import("./views/items/items-view.tsx")), "ItemsView"),
});

const run = createRoute({
  getParentRoute: () => root,
  path: PAGES.run,
  validateSearch: runSearch,
  component: lazyRouteComponent(() => imported(() => import("./views/run/run-view.tsx")), "RunView"),
});

const questions = createRoute({
  getParentRoute: () => root,
  path: PAGES.questions,
  validateSearch: questionsSearch,
  component: lazyRouteComponent(() => imported(() => import("./views/questions/questions-view.tsx")), "QuestionsView"),
});

const compare = createRoute({
  getParentRoute: () => root,
  path: PAGES.compare,
  validateSearch: compareSearch,
  component: lazyRouteComponent(() => imported(() => import("./views/compare/compare-view.tsx")), "CompareView"),
});

const question = createRoute({
  getParentRoute: () => root,
  path: PAGES.question,
  component: lazyRouteComponent(() => imported(() => import("./views/question/question-view.tsx")), "QuestionView"),
});

const submit = createRoute({
  getParentRoute: () => root,
  path: PAGES.submit,
  validateSearch: submitSearch,
  component: lazyRouteComponent(() => imported(() => import("./views/submit/submit-view.tsx")), "SubmitView"),
});

const admin = createRoute({
  getParentRoute: () => root,
  path: PAGES.admin,
  component: lazyRouteComponent(() => imported(() => import("./views/admin/admin-view.tsx")), "AdminView"),
});

const signedIn = createRoute({
  getParentRoute: () => root,
  path: PAGES.signedIn,
  component: lazyRouteComponent(() => imported(() => import("./views/signed-in/signed-in-view.tsx")), "SignedInView"),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: PAGES.signIn,
  component: lazyRouteComponent(() => imported(() => import("./views/signed-in/signed-in-view.tsx")), "SignInView"),
});

/** The script of a view is prefetched when the pointer is over a link to it. */
export const router = createRouter({
  routeTree: root.addChildren([
    home,
    leaderboard,
    items,
    run,
    compare,
    questions,
    question,
    submit,
    admin,
    signIn,
    signedIn,
  ]),
  defaultPreload: "intent",
  defaultPendingComponent: ViewPending,
  // A view that failed, or whose code could not be loaded, begins anew with the page.
  defaultErrorComponent: ({ error }) => <ViewFailure error={error} reset={() => location.reload()} />,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
