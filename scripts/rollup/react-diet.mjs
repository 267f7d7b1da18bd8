// Removes the code of React DOM that our views can't reach: hydration, documents (resources, singletons), view transitions and gestures, form
// actions, class components, Suspense, Activity, portals, fragment handles. Our views are function components with hooks and one context,
// and eslint enforces this (eslint.config.js).
//
// If code reached a removed function, it would throw. Each name must occur exactly once, so a changed React stops the build.

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
  'getFragmentInstanceOrTextInstanceSiblings',
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
  'use',
  // hooks that our views don't call
  'useMemoCache',
  'updateOptimisticImpl',
  'mountDeferredValueImpl',
  'updateDeferredValueImpl',
  'startTransition',
  'startHostTransition',
  'updateRefresh',
  'refreshCache',
  'dispatchOptimisticSetState',
  'updateEvent',
  'updateImperativeHandle',
  'imperativeHandleEffect',
  'updateInsertionEffect',
  // a context whose value changes
  'propagateContextChanges',
  // <select>
  'updateOptions',
  // custom elements as children
  'setPropOnCustomElement',
];

/** Called, with one answer. */
const ANSWERS = {
  popHydrationState: '!1',
  upgradeHydrationErrorsToRecoverable: 'null',
  isHostHoistableType: '!1',
  getHoistableRoot: 'null',
  // the component stack of an uncaught error
  describeNativeComponentFrame: '""',
  describeFiber: '""',
  getComponentNameFromType: 'null',
  getVendorPrefixedEventName: 'arguments[0]',
};

/**
 * Kinds of fibers (their `tag`) that our views don't create: classes, portals, modes, consumers, forwarded refs, profilers, Suspense, lazy
 * components, their lists, scopes, offscreen, caches, hoisted elements, singletons, view transitions, activities.
 */
const KINDS = [1, 4, 8, 9, 11, 12, 13, 16, 17, 18, 19, 21, 22, 23, 24, 25, 26, 27, 30, 31];

/** The functions that switch on them. */
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

/** A function without the labels of those kinds. The minifier then removes the code after the labels, because it's unreachable. */
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

/** The exports of React's other modules that our sources, r2wc and React DOM import. */
const EXPORTS = {
  'react.production.js':
    'Fragment __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE createContext createElement memo version ' +
    'useCallback useContext useEffect useId useLayoutEffect useReducer useRef useState useSyncExternalStore',
  'react-dom.production.js': '__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE version',
  'scheduler.production.js':
    'unstable_now unstable_IdlePriority unstable_ImmediatePriority unstable_LowPriority unstable_NormalPriority ' +
    'unstable_UserBlockingPriority unstable_cancelCallback unstable_getCurrentPriorityLevel unstable_requestPaint ' +
    'unstable_scheduleCallback unstable_shouldYield',
};

/** A module without its other exports, and without code that only they used. */
function onlyExports(code, names, parse) {
  const kept = new Set(names.split(' '));
  const missing = new Set(kept);
  const pieces = [];
  let end = 0;
  for (const { type, expression, start, end: after } of parse(code).body) {
    const { object, property } = expression?.left ?? {};
    if (type != 'ExpressionStatement' || object?.name != 'exports') continue;
    missing.delete(property.name);
    if (kept.has(property.name)) continue;
    pieces.push(code.slice(end, start));
    end = after;
  }
  if (missing.size > 0) throw new Error(`React has no ${[...missing].join(', ')}`);
  return pieces.join('') + code.slice(end);
}

const named = (name) => new RegExp(`^function ${name}\\([^]*?^}\\n`, 'm');

export function reactDiet() {
  return {
    name: 'react-diet',
    transform(source, id) {
      const names = EXPORTS[id.split('/').at(-1)];
      if (names) return { code: onlyExports(source, names, (text) => this.parse(text)), map: null };
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
      edit(/^FragmentInstance\.prototype\.\w+ = function [^]*?^};\n/gm, '');
      // names of events and the event `input` itself, as browsers have had them for ten years
      edit(/^var vendorPrefixes = [^]*?(?=^function getVendorPrefixedEventName)/m, '');
      edit(
        /^var isInputEventSupported = !1;\nif \(canUseDOM\) \{[^]*?^}\n/m,
        'var isInputEventSupported = !0;\n',
      );
      // onSelect, onComposition..., onBeforeInput
      edit(/^ {6}handleEventFunc = targetInst \? [^]*?(?=^ {6}extractEvents\$1\()/m, '');
      // it stays false, so the minifier removes the code that checks it
      edit(/(?<!^ {2})\bisHydrating = (!\d)/gm, '$1');
      code += '\nfunction cut() { throw Error("wallet-modal has no such React"); }\n';
      return { code, map: null };
    },
  };
}
