// Takes out of React DOM what nothing of ours can reach: markup made on a server (hydration), documents (resources, singletons),
// view transitions and gestures, forms that are actions, class components, Suspense, Activity, portals, handles of fragments. Our views
// are function components with hooks and one context; eslint keeps them so (eslint.config.js).
//
// Whatever of it were reached would throw. A React that is written differently stops the build: each name is found exactly once.

/** Never called. */
const CUT = [
  // hydration
  'prepareToHydrateHostInstance',
  'canHydrateInstance',
  'canHydrateTextInstance',
  'canHydrateHydrationBoundary',
  'getNextHydratable',
  'getNextHydratableInstanceAfterHydrationBoundary',
  'getParentHydrationBoundary',
  'throwOnHydrationMismatch',
  'queueHydrationError',
  'updateDehydratedSuspenseComponent',
  'retrySuspenseComponentWithoutHydrating',
  'retryActivityComponentWithoutHydrating',
  'mountHostRootWithoutHydrating',
  'retryDehydratedSuspenseBoundary',
  'attemptExplicitHydrationTarget',
  'attemptHydrationAtCurrentPriority',
  'attemptContinuousHydration',
  'clearHydrationBoundary',
  'hideOrUnhideDehydratedBoundary',
  'commitActivityHydrationCallbacks',
  'commitSuspenseHydrationCallbacks',
  'createFiberFromDehydratedFragment',
  'pushDehydratedActivitySuspenseHandler',
  'ReactDOMHydrationRoot',
  'restoreSuspendedTreeContext',
  'retryIfBlockedOn',
  'replayUnblockedEvents',
  'scheduleReplayQueueIfNeeded',
  'accumulateOrCreateContinuousQueuedReplayableEvent',
  'attemptReplayContinuousQueuedEvent',
  'attemptReplayContinuousQueuedEventInMap',
  // resources of a document
  'getResource',
  'acquireResource',
  'preload',
  'preloadModule',
  'preloadStylesheet',
  'preloadResource',
  'preinitStyle',
  'preinitScript',
  'preinitModuleScript',
  'preconnect',
  'preconnectAs',
  'prefetchDNS',
  'suspendResource',
  'insertStylesheet',
  'insertStylesheetIntoRoot',
  'getHydratableHoistableCache',
  'mountHoistable',
  'createHoistableInstance',
  'resolveSingletonInstance',
  'releaseSingletonInstance',
  'commitHostSingletonAcquisition',
  'clearSingletonPreambleContribution',
  'preloadResourceAndSuspendIfNeeded',
  // view transitions, gestures
  'startViewTransition',
  'measureViewTransitionHostInstancesRecursive',
  'measureNestedViewTransitions',
  'applyViewTransitionToHostInstancesRecursive',
  'commitEnterViewTransitions',
  'commitExitViewTransitions',
  'commitDeletedPairViewTransitions',
  'commitAppearingPairViewTransitions',
  'commitNestedViewTransitions',
  'restorePairedViewTransitions',
  'restoreEnterOrExitViewTransitions',
  'restoreNestedViewTransitions',
  'restoreViewTransitionOnHostInstances',
  'restoreViewTransitionName',
  'scheduleViewTransitionEvent',
  'createViewTransitionInstance',
  'reportViewTransitionError',
  'getClassNameByType',
  'commitAfterMutationEffectsOnFiber',
  'recursivelyTraverseAfterMutationEffects',
  'trackEnterViewTransitions',
  'getViewTransitionName',
  'estimateBandwidth',
  // forms that are actions
  'mountActionState',
  'runActionStateAction',
  'updateActionStateImpl',
  'rerenderActionState',
  'dispatchActionState',
  'onActionSuccess',
  'onActionError',
  'ensureFormComponentIsStateful',
  'TransitionAwareHostComponent',
  'recursivelyResetForms',
  'defaultOnDefaultTransitionIndicator',
  // class components
  'updateClassComponent',
  'initializeClassErrorUpdate',
  'commitClassCallbacks',
  'resolveClassComponentProps',
  'createClassErrorUpdate',
  // Suspense, Activity, lists of them
  'updateSuspenseComponent',
  'updateActivityComponent',
  'updateSuspenseListComponent',
  'initSuspenseListRenderState',
  'resolveRetryWakeable',
  'registerSuspenseInstanceRetry',
  'attachSuspenseRetryListeners',
  'mountSuspensePrimaryChildren',
  'mountActivityChildren',
  'deferHiddenOffscreenComponent',
  'updateOffscreenComponent',
  'hideOrUnhideNearestPortals',
  'createFiberFromPortal',
  'resolveLazy',
  // handles of fragments
  'commitNewChildToFragmentInstance',
  'deleteChildFromFragmentInstance',
  'validateDocumentPositionWithFiberTree',
  'FragmentInstance',
  // children that are hidden and shown again
  'recursivelyTraverseReappearLayoutEffects',
  'recursivelyTraverseDisappearLayoutEffects',
  'recursivelyTraverseReconnectPassiveEffects',
  'hideOrUnhideAllChildrenOnFiber',
  'commitOffscreenPassiveMountEffects',
  // what waits for a promise
  'trackUsedThenable',
  'chainThenableValue',
  'replaySuspendedUnitOfWork',
  'replayFunctionComponent',
  // custom elements as children
  'setPropOnCustomElement',
];

/** Called, with one answer. */
const ANSWERS = {
  popHydrationState: '!1',
  upgradeHydrationErrorsToRecoverable: 'null',
  isHostHoistableType: '!1',
  getHoistableRoot: 'null',
  // the stack of components, for an error nobody catches
  describeNativeComponentFrame: '""',
};

/**
 * Kinds of fibers (their `tag`) nobody of ours makes: classes, portals, modes, consumers, forwarded refs, profilers, Suspense, lazy ones,
 * lists of them, scopes, hidden ones, caches, hoisted elements, singletons, view transitions, activities.
 */
const KINDS = [1, 4, 8, 9, 11, 12, 13, 16, 17, 18, 19, 21, 22, 23, 24, 25, 26, 27, 30, 31];

/** Where they are told apart. */
const SWITCHES = [
  'accumulateSuspenseyCommitOnFiber',
  'attemptEarlyBailoutIfNoScheduledUpdate',
  'beginWork',
  'commitBeforeMutationEffects_complete',
  'commitDeletionEffectsOnFiber',
  'commitLayoutEffectOnFiber',
  'commitMutationEffectsOnFiber',
  'commitPassiveMountOnFiber',
  'commitPassiveUnmountEffectsInsideOfDeletedTree_begin',
  'commitPassiveUnmountOnFiber',
  'commitReconciliationEffects',
  'completeWork',
  'describeFiber',
  'getInstanceFromHostFiber',
  'getRetryCache',
  'recursivelyTraverseAtomicPassiveEffects',
  'recursivelyTraverseDisconnectPassiveEffects',
  'recursivelyTraverseMutationEffects',
  'safelyAttachRef',
  'throwException',
  'unwindInterruptedWork',
  'unwindWork',
];

/** A function without the labels of those kinds: what stood behind them cannot be reached, and the minifier takes it away. */
function withoutKinds(text) {
  const inside = [];
  let isFirst = false;
  return text
    .split('\n')
    .filter((line) => {
      const [, opens] = /^( *)switch \(\w+\.tag\) \{$/.exec(line) ?? [];
      if (opens !== undefined) inside.push(opens);
      else if (line === `${inside.at(-1)}}`) inside.pop();
      const [, indent, kind] = /^( *)case (\d+):$/.exec(line) ?? [];
      const goes = !isFirst && indent === `${inside.at(-1)}  ` && KINDS.includes(Number(kind));
      // a switch begins with a label
      isFirst = opens !== undefined;
      return !goes;
    })
    .join('\n');
}

const named = (name) => new RegExp(`^function ${name}\\([^]*?^}\\n`, 'm');

export function reactDiet() {
  return {
    name: 'react-diet',
    transform(source, id) {
      if (!id.endsWith('/react-dom-client.production.js')) return null;
      let code = source;
      const edit = (from, to) => {
        if (!from.test(code)) this.error(`React DOM has no ${from}`);
        code = code.replace(from, to);
      };
      for (const name of CUT) edit(named(name), `function ${name}() { cut(); }\n`);
      for (const [name, answer] of Object.entries(ANSWERS))
        edit(named(name), `function ${name}() { return ${answer}; }\n`);
      for (const name of SWITCHES) edit(named(name), withoutKinds);
      edit(/^exports\.hydrateRoot = [^]*?^};\n/m, '');
      // it stays false, so whatever asks for it goes with the answer
      edit(/(?<!^ {2})\bisHydrating = (!\d)/gm, '$1');
      code += '\nfunction cut() { throw Error("wallet-modal has no such React"); }\n';
      return { code, map: null };
    },
  };
}
