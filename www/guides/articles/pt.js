// Português: os guias de exemplo. # começa um intertítulo, @ marca o lugar da previsão, {nomes} são números.

/** @type {import("./en.js").Articles} */
const articles = {
  common: {
    guides: "Guias de compra",
    intro: "Quatro perguntas que todo NAS levanta, cada uma respondida com previsões que você mesmo pode mudar.",
    measured: "Quem mediu",
    accuracy: "Todas as medições ao lado das previsões",
    source: "Os números desta página são previsões do nas-forecast, com {disks} salvo indicação em contrário. Cada um deles pode ser conferido na calculadora.",
    disks: "quatro discos rígidos de 8 TB",
    open: "Abrir este NAS no nas-forecast",
    other: "Os outros guias",
  },
  "ssd-cache": {
    title: "O cache SSD vale a pena?",
    lead: "Dois SSDs pequenos na frente dos discos rígidos: para alguns trabalhos o NAS vira outra máquina, para outros não acontece nada.",
    body: [
      "Vejamos um Synology DS918+ em RAID 5 com dois SSDs como cache de leitura e gravação, numa rede de 1 Gbit/s. Um filme sai dele a {filmWithout} sem cache e a {filmWith} com cache. Nos dois casos a rede está saturada, e nenhum SSD muda isso.",
      "# Onde compensa",
      "Discos rígidos são lentos quando precisam saltar. As leituras aleatórias de blocos pequenos, como fazem os bancos de dados, passam de {randomWithout} para {randomWith}, {randomTimes} vezes mais. As máquinas virtuais ficam {vmTimes} vezes mais rápidas. Isso vale para dados usados repetidamente e que cabem nos SSDs; o que é lido pela primeira vez continua vindo dos discos.",
      "@",
      "# Onde não compensa",
      "Documentos pequenos gastam o tempo em perguntas e respostas entre o computador e o NAS: {docsWithout} sem cache, {docsWith} com cache. Quem copia pastas quase não percebe.",
      "Portanto: o cache é para bancos de dados, máquinas virtuais e muita gente ao mesmo tempo. Se você move sobretudo filmes, fotos e backups a 1 Gbit/s, pense primeiro na rede.",
    ],
  },
  network: {
    title: "1, 2,5 ou 10 GbE?",
    lead: "A porta de rede é o primeiro limite que quase todos encontram. Uma mais rápida ajuda, mas só o que espera por ela.",
    body: [
      "Um QNAP TS-473A em RAID 5 envia um filme a {film1} por 1 Gbit/s, a {film2} por 2,5 Gbit/s e a {film10} por 10 Gbit/s. Um filme de {size} leva {time1}, {time2} ou {time10}. As duas primeiras taxas são o máximo que o cabo transporta; a 10 Gbit/s, são os discos que limitam.",
      "@",
      "# Fotos ganham menos, documentos nada",
      "As fotos JPG sobem de {jpg1} para {jpg2} e depois para {jpg10}: entre dois arquivos o cabo fica parado. Documentos pequenos ficam onde estavam, {docs1} contra {docs10}, pois esperam respostas, não banda. As leituras aleatórias chegam a {random1} e {random10}; os discos nem percebem o cabo.",
      "# O que escolher",
      "Quem lida com arquivos grandes sente a passagem para 2,5 Gbit/s, e alguns discos rígidos já bastam para aproveitá-la. Uma porta de 10 Gbit/s compensa quando os discos acompanham ou várias pessoas trabalham ao mesmo tempo. Para documentos e bancos de dados, economize.",
    ],
  },
  raid: {
    title: "RAID 5, 6 ou 10 para quatro baias?",
    lead: "Quatro discos, três maneiras de juntá-los. Espaço e segurança são aritmética; a velocidade depende do que você faz.",
    body: [
      "Num QNAP TS-473A com porta de 10 Gbit/s, quatro discos entregam um filme a {film5} em RAID 5, {film6} em RAID 6 e {film10} em RAID 10; recebem um a {up5}, {up6} e {up10}. A 1 Gbit/s não resta o que escolher: {slow5}, {slow6}, {slow10}. Quem decide é o cabo.",
      "@",
      "# As gravações pequenas fazem a diferença",
      "Mudar um bloco pequeno custa duas gravações a um espelho. O RAID 5 precisa antes ler o bloco antigo e sua paridade, o RAID 6 duas paridades. As gravações aleatórias chegam a {write5}, {write6} e {write10}, as máquinas virtuais a {vm5}, {vm6} e {vm10}. As leituras espalhadas custam quase o mesmo aos três: {read5}, {read6}, {read10}.",
      "# O que escolher",
      "RAID 5 para ter mais espaço e para arquivos grandes. RAID 10 para bancos de dados e máquinas virtuais. RAID 6 se um segundo disco puder falhar enquanto o primeiro é trocado. Nenhum dos três substitui um backup.",
    ],
  },
  photographers: {
    title: "Um NAS para fotógrafos",
    lead: "Arquivos RAW são grandes, JPGs são pequenos, e ambos vêm aos milhares. O que torna um NAS ágil?",
    body: [
      "Um Synology DS224+ com dois discos espelhados e 1 Gbit/s traz arquivos RAW a {raw1} e JPGs a {jpg1}. Um QNAP TS-473A em RAID 5 com 2,5 Gbit/s os traz a {raw2} e {jpg2}. Nos RAW a rede é o limite nas duas vezes, então a porta mais rápida praticamente dobra a taxa. Nos JPGs cada arquivo custa um tempo próprio, por isso eles ganham menos.",
      "@",
      "# E o cache SSD?",
      "Ele leva os RAW de {raw2} a {rawCached}, o que é pouco para dois SSDs. Vale o preço se o catálogo estiver no NAS, pois um catálogo é um banco de dados: as leituras aleatórias passam de {random2} para {randomCached}.",
      "# Nesta ordem",
      "Primeiro a porta mais rápida, com um computador e um switch que também a tenham. Depois um cache, se o catálogo precisar ficar no NAS. Melhor ainda, deixe o catálogo no SSD do próprio computador: nenhuma rede é tão rápida.",
    ],
  },
};

export default articles;
