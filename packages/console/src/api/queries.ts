/** Server state of the screens. A call is a query under its name and input. */
import type { ConsoleCallName, ConsoleInput } from '@kerf/contract/console/console-calls'
import { QueryClient, queryOptions } from '@tanstack/react-query'
import { callConsole } from './call-console.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      // Each call is an audit row: nothing is asked again because a window was focused.
      refetchOnWindowFocus: false,
      staleTime: 30_000,
      retry: false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

export const consoleQuery = <N extends ConsoleCallName>(name: N, input: ConsoleInput<N>) =>
  queryOptions({
    queryKey: [name, input] as const,
    queryFn: ({ signal }) => callConsole(name, input, signal),
  })
