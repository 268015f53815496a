// As palavras portuguesas da página sobre a exatidão.

/** @type {import("./en.js").AccuracyText} */
const text = {
  title: "Estas previsões acertam? · nas-forecast",
  back: "Para a calculadora",
  heading: "Metade destas previsões fica a menos de {median} do que foi medido.",
  lead: "{values} valores de {cases} testes publicados por {sources} fontes, cada um previsto só a partir da descrição do NAS, dos discos, da rede e da tarefa. As fórmulas clássicas de outras calculadoras erram {classic} (mediana).",
  loading: "A carregar as medições.",
  missing: "Não foi possível carregar as medições. São geradas pela compilação (./build.sh) e ficam ao lado desta página.",

  headlines: {
    all: "Erro mediano, tudo",
    away: "Erro mediano quando a rede não é o limite",
    within: "Valores com erro de 25 % no máximo",
    classic: "fórmulas clássicas: {value}",
  },

  chart: {
    heading: "Medido e previsto",
    help: "Cada marca é um valor medido. Na linha, a previsão é exata; na faixa, erra no máximo 25 %; entre as linhas pontilhadas, no máximo um fator de dois.",
    figures: "Valores",
    all: "Todos, cada um na sua unidade",
    method: "Previsão por",
    methods: { own: "nas-forecast", classic: "Fórmulas clássicas" },
    measured: "medido",
    forecast: "previsto",
    pick: "Aponte para uma marca para ver o que representa.",
    band: "erro de 25 % no máximo",
    pale: "pálido: em nenhum resumo",
    double: "fator de dois",
    interval: "intervalo de 80 %",
    name: "Previsão em função da medição, em eixos de potências de dez: {count} marcas, {within} delas com erro de 25 % no máximo.",
  },

  detail: {
    figures: "{case}: medido {measured}, previsto {forecast}",
    range: "intervalo de 80 %: {low} a {high}",
    high: "{error} acima",
    low: "{error} abaixo",
    exact: "sem diferença",
    limit: "limite: {station}",
    atLeast: "pelo menos {value}",
    atMost: "no máximo {value}",
    between: "{low} a {high}",
  },

  sources: {
    heading: "Por fonte",
    help: "Cada fonte tem a sua marca. Escolha uma para a ver sozinha.",
    source: "Fonte",
    figures: "Valores",
    median: "Erro mediano",
    only: "Mostrar só {source}",
    everything: "Mostrar todas as fontes",
    more: "As fontes cujas condições se confundem (nota C) não contam em nenhum resumo; as suas marcas estão no gráfico mesmo assim.",
  },

  categories: {
    heading: "Por tipo de teste",
    kind: "Tipo",
    ninety: "90 % ficam abaixo de",
    classic: "Clássica",
  },

  table: {
    heading: "Todos os valores em tabela",
    test: "Teste",
    quantity: "Grandeza",
    measured: "Medido",
    forecast: "Previsto",
    range: "Intervalo de 80 %",
    error: "Erro",
    grade: "Nota",
    limit: "Limite",
  },

  misses: {
    heading: "Onde falha",
    lead: "Valores de nota A e B que a previsão falha por mais de {limit}, os piores primeiro. Ou falta um mecanismo ao modelo, ou a fonte não diz uma condição; as observações vêm da nossa leitura da fonte.",
    none: "Nenhum valor de nota A ou B falha por mais de {limit}.",
    andMore: { one: "mais {n}", other: "mais {n}" },
    factor: { high: "{factor} vezes acima", low: "{factor} vezes abaixo" },
  },

  orderings: {
    heading: "O que as fontes dizem sem números",
    lead: "{held} das {all} comparações que as fontes afirmam saem também das previsões.",
    broken: "Estas não:",
  },

  parameters: {
    heading: "O que o modelo tira das medições",
    lead: "Tudo o que não é geometria nem aritmética. Cada valor parte de uma estimativa com fonte (antes) e passa depois ao mais provável perante todos os testes em conjunto (agora). Nenhum pertence a um só NAS ou artigo.",
    show: "{count} parâmetros",
    name: "Parâmetro",
    before: "Antes",
    now: "Agora",
    spread: "± {percent}",
    sources: { one: "{n} fonte fala dele", other: "{n} fontes falam dele" },
    none: "nenhum teste fala dele",
    from: "Origem da estimativa",
  },

  method: {
    heading: "Como se conta",
    items: [
      "O erro de um valor é o fator entre previsão e medição, tanto para cima como para baixo: 25 % quer dizer 1,25 vezes ou 1/1,25.",
      "Nota A: a fonte diz tudo o que importa. Nota B: algo decisivo foi deduzido do hardware, nunca ajustado ao resultado. Nota C: condições confundidas, mostrado mas não contado.",
      "Contam o débito, as operações e os ficheiros por segundo, o tempo médio de resposta, a duração e a aceleração.",
      "«A rede não é o limite» deixa de fora os valores a 93 % ou mais do que o cabo transporta: esses qualquer modelo acerta.",
      "As fórmulas clássicas: discos vezes acessos a dividir pela penalização de escrita do RAID; discos de dados vezes a sua taxa; no máximo o cabo.",
    ],
    data: "O mesmo em dados: {link}",
  },

  metrics: {
    throughput_mb_s: "Débito",
    iops: "Operações por segundo",
    latency_mean_ms: "Tempo médio de resposta",
    latency_max_ms: "Tempo de resposta mais longo",
    latency_stddev_ms: "Desvio dos tempos de resposta",
    latency_p50_ms: "Tempo mediano de resposta",
    latency_p95_ms: "Tempo de resposta, 95 %",
    latency_p99_ms: "Tempo de resposta, 99 %",
    duration_s: "Duração",
    files_per_s: "Ficheiros por segundo",
    hit_percent: "Acertos da cache",
    rebuild_h: "Tempo de reconstrução",
    speedup: "Aceleração",
  },

  units: { iops: "IOPS", files_per_s: "ficheiros/s", speedup: "vezes" },

  kinds: {
    block_size_sweep: "Tamanho de bloco variado",
    zfs_raid_sequential: "Conjuntos ZFS, blocos grandes",
    ssd_cache_pair: "Com e sem cache SSD",
    line_rate_1gbe: "Ficheiros grandes a 1 Gbit/s",
    "line_rate_2.5gbe": "Ficheiros grandes a 2,5 Gbit/s",
    encryption_cpu: "Encriptação",
    single_hdd: "Discos rígidos isolados",
    mixed_random: "Leituras e escritas aleatórias misturadas",
    bonding_multichannel: "Várias ligações",
    raid_local_hdd: "RAID dentro do NAS",
    sequential_small_block: "Blocos pequenos em sequência",
    ssd_local: "SSD dentro do NAS",
    sequential_10gbe: "Ficheiros grandes a 10 Gbit/s",
    cpu_limited: "Processadores lentos",
    network_raw: "Só a rede",
    protocol_latency: "Tempos de resposta dos protocolos",
    random_4k_hdd_raid: "4K aleatório em discos rígidos",
    protocol_compare: "Protocolos comparados",
    small_files: "Ficheiros pequenos",
    rebuild_degraded: "Reconstrução",
    metadata_ops: "Criar e apagar ficheiros",
    file_copy_medium: "Fotografias",
    mtu_pair: "Tramas jumbo",
    other: "Outros",
  },
};

export default text;
